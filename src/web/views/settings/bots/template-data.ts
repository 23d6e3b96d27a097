import type { Client } from "../../../client/client.ts";
import type { Preset } from "../../../model/integrations/integration.ts";
import { type Delivery, deliveriesOf } from "./deliveries.ts";

/** The templates of a bot's messages. */
export interface Templates {
  readonly topic: string;
  readonly content: string;
}

/** The data that the editor of templates begins with. */
export interface KnownForEditor {
  readonly saved: Templates;
  readonly presets: readonly Preset[];
  /** The deliveries whose payloads are still stored. */
  readonly deliveries: readonly Delivery[];
}

/** The templates that were written and not saved, by the id of their bot: the editor shows them when it is opened again. */
export const unsaved = new Map<number, Templates>();

export async function loadForEditor(client: Client, bot: number): Promise<KnownForEditor> {
  const [settings, { presets }, deliveries] = await Promise.all([
    client.api.get<{ topic_template: string; content_template: string }>(`/bots/${bot}/webhook`),
    client.api.get<{ presets: Preset[] }>("/integrations"),
    deliveriesOf(client, bot),
  ]);
  return {
    saved: { topic: settings.topic_template, content: settings.content_template },
    presets,
    deliveries: deliveries.filter((one) => one.has_payload),
  };
}
