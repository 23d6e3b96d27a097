import type { ChannelId } from "../ids.ts";
import type { Offer } from "./integration.ts";

/** The choice of the events that make messages. */
export interface EventChoice {
  readonly mode: "all" | "only" | "exclude";
  readonly names: readonly string[];
}

export interface WebhookChoice {
  /** The channel that gets the messages; undefined for direct messages to the bot's owner. */
  readonly channel: ChannelId | undefined;
  /** The topic to use instead of the integration's own topics; "" for these. */
  readonly topic: string;
  readonly events: EventChoice;
  /** Values of the integration's own parameters. Empty ones are left out. */
  readonly options: Readonly<Record<string, string>>;
}

/** The address of a webhook. It names the channel by id, which stays when the channel is renamed. */
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

/** Whether a text has the form of an API key. */
export const isKey = (text: string): boolean => /^[A-Za-z0-9]{32}$/.test(text.trim());
