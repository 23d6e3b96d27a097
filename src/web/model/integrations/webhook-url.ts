import type { ChannelId } from "../ids.ts";
import type { Offer } from "./integration.ts";

/** Which events make messages. */
export interface EventChoice {
  readonly mode: "all" | "only" | "exclude";
  readonly names: readonly string[];
}

/** What somebody chooses for a webhook. */
export interface WebhookChoice {
  /** Where its messages go: a channel, by its id, which stays when it is renamed; else to the bot's owner. */
  readonly channel: ChannelId | undefined;
  /** In place of the integration's own topics; "" for these. */
  readonly topic: string;
  readonly events: EventChoice;
  /** Values of the integration's own parameters; "" is left out. */
  readonly options: Readonly<Record<string, string>>;
}

/** The address of a webhook. What is not chosen does not stand in it. */
export function webhookUrl(
  { name, preset, events: known }: Offer,
  { channel, topic, events, options }: WebhookChoice,
  { origin, key }: { readonly origin: string; readonly key: string },
): string {
  const query = new URLSearchParams({ api_key: key });
  if (channel !== undefined) query.set("stream", String(channel));
  if (channel !== undefined && topic.trim() !== "") query.set("topic", topic.trim());
  const names = events.names.filter((one) => known.includes(one));
  if (events.mode === "only") query.set("only_events", JSON.stringify(names));
  if (events.mode === "exclude" && names.length > 0) query.set("exclude_events", JSON.stringify(names));
  if (preset) query.set("preset", name);
  for (const [option, value] of Object.entries(options)) if (value.trim() !== "") query.set(option, value.trim());
  return `${origin}/api/v1/external/${preset ? "template" : name}?${query}`;
}

/** What an API key looks like. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9]{32}$/.test(text.trim());
