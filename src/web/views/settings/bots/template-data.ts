import { useEffect, useState } from "preact/hooks";
import type { Client } from "../../../client/client.ts";
import type { Preset } from "../../../model/integrations/integration.ts";
import { errorText } from "../../../parts/error-text.ts";
import { type Delivery, deliveriesOf } from "./deliveries.ts";

export interface Templates {
  readonly topic: string;
  readonly content: string;
}

export interface KnownForEditor {
  readonly saved: Templates;
  readonly presets: readonly Preset[];
  /** Deliveries whose payloads are still stored. */
  readonly deliveries: readonly Delivery[];
}

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

const PREVIEW_DEBOUNCE_MS = 300;

interface TemplateTrialReply {
  readonly topic: string;
  readonly content: string;
  readonly problem: string | null;
  readonly problem_in: string | null;
  readonly problem_line: number | null;
}

export interface Trial {
  /** The message produced by the templates, or undefined if they have a problem. */
  readonly shown?: { readonly topic: string; readonly html: string };
  readonly problem?: { readonly text: string; readonly in: string; readonly line: number | undefined };
  /** Why the templates couldn't be tried. */
  readonly error?: string;
}

interface TemplateTrialInput {
  readonly bot: number;
  readonly templates: Templates;
  /** The payload as JSON, if any. */
  readonly payload: string | undefined;
}

/** Tries templates with a payload. The server renders the templates, then the resulting Markdown. */
export function useTrial({ api }: Pick<Client, "api">, { bot, templates, payload }: TemplateTrialInput): Trial {
  const [trial, setTrial] = useState<Trial>({});
  const { topic: topic_template, content: content_template } = templates;
  useEffect(() => {
    if (payload === undefined) return setTrial({});
    const asked = new AbortController();
    const { signal } = asked;
    const ask = async () => {
      try {
        const path = `/bots/${bot}/webhook/try`;
        const tried = await api.post<TemplateTrialReply & Record<string, unknown>>(
          path,
          { topic_template, content_template, payload },
          { signal },
        );
        if (tried.problem !== null) {
          const problem = { text: tried.problem, in: tried.problem_in ?? "", line: tried.problem_line ?? undefined };
          return setTrial({ problem });
        }
        const html = tried.content === "" ? "" : await rendered(api, tried.content, signal);
        if (!signal.aborted) setTrial({ shown: { topic: tried.topic, html } });
      } catch (error) {
        if (!signal.aborted) setTrial({ error: errorText(error) });
      }
    };
    const timer = setTimeout(() => void ask(), PREVIEW_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [api, bot, topic_template, content_template, payload]);
  return trial;
}

const rendered = async (api: Client["api"], content: string, signal: AbortSignal): Promise<string> =>
  (await api.post<{ rendered: string }>("/messages/render", { content }, { signal })).rendered;
