import { hexOf } from "../hex.ts";
import type { ChannelId } from "../ids.ts";

/** How a service signs its deliveries, as described by the server. */
interface SignatureForm {
  /** What the header contains: an HMAC of the delivery, or the secret itself for "token". */
  readonly by: string;
  readonly header: string;
  readonly hash?: string;
  readonly encoding?: string;
  readonly signed?: string;
  readonly time_field?: string;
  readonly time_header?: string;
}

/** A service with an incoming webhook, as described by the server. */
export interface Integration {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly events: readonly string[];
  readonly options: readonly string[];
  readonly signature: SignatureForm | null;
}

/** A named template with a topic, for a service without its own integration. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  readonly topic: string;
  readonly content: string;
}

/** A webhook that can be set up: an integration, or the template webhook with a preset. */
export interface Offer extends Integration {
  readonly preset: boolean;
}

export const CATEGORIES = [
  "version control",
  "issues",
  "builds",
  "monitoring",
  "support",
  "business",
  "general",
] as const;
export type Category = (typeof CATEGORIES)[number];

/** Categories of services with a preset. All others are in "monitoring". */
const PRESET_CATEGORIES: Readonly<Record<string, Category>> = {
  vercel: "builds",
  notion: "issues",
  redmine: "issues",
  openproject: "issues",
};

/** Returns the category shown in the gallery. Unknown categories are shown as general. */
export const categoryOf = (category: string): Category => CATEGORIES.find((one) => one === category) ?? "general";

export function offersOf(integrations: readonly Integration[], presets: readonly Preset[]): readonly Offer[] {
  // A preset isn't offered for a service with an integration, but its existing URLs keep working.
  const known = new Set(integrations.map(({ name }) => name));
  const made = presets
    .filter(({ name }) => !known.has(name))
    .map(({ name, title }) => ({
      ...{ name, title, category: PRESET_CATEGORIES[name] ?? "monitoring" },
      ...{ events: [], options: [], signature: null, preset: true },
    }));
  const all = [...integrations.map((one) => ({ ...one, preset: false })), ...made];
  return all.sort((one, other) => one.title.localeCompare(other.title, "en", { sensitivity: "base" }));
}

/** Services that create the secret themselves, so the user has to copy it from there. */
const MAKES_SECRETS: ReadonlySet<string> = new Set(
  "front heroku intercom linear pagerduty sentry slack stripe zendesk".split(" "),
);
/**
 * True if the service can sign its deliveries. Programs that post to Slack-compatible incoming webhooks don't sign,
 * while Slack signs its own events.
 */
export const canSign = ({ name, signature }: Offer): boolean => signature !== null && name !== "slack_incoming";

export const makesSecret = ({ name }: Offer): boolean => MAKES_SECRETS.has(name);

export interface EventChoice {
  readonly mode: "all" | "only" | "exclude";
  readonly names: readonly string[];
}

export interface WebhookChoice {
  /** The channel that gets the messages, or undefined for direct messages to the bot's owner. */
  readonly channel: ChannelId | undefined;
  /** A topic that replaces the integration's topics, or "" to keep those. */
  readonly topic: string;
  readonly events: EventChoice;
  /** Values of the integration's own parameters. Empty ones are omitted. */
  readonly options: Readonly<Record<string, string>>;
}

/** Builds a webhook URL. It uses the channel's id, which survives renames. */
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

export const isKey = (text: string): boolean => /^[A-Za-z0-9]{32}$/.test(text.trim());

export interface Signing {
  readonly form: SignatureForm;
  readonly secret: string;
}

/** Returns headers that prove that a delivery comes from the service. */
export async function signedHeaders(
  { form, secret }: Signing,
  body: string,
  seconds: number,
): Promise<Record<string, string>> {
  if (form.by === "token") return { [form.header]: secret };
  const { signed = "{body}", hash = "sha256", encoding = "hex", time_field, time_header } = form;
  const text = signed.replace("{time}", () => String(seconds)).replace("{body}", () => body);
  const mac = await hmac(hash === "sha1" ? "SHA-1" : "SHA-256", secret, text);
  const signature = encoding === "base64" ? btoa(String.fromCharCode(...mac)) : hexOf(mac);
  return {
    [form.header]: time_field === undefined ? signature : `${time_field}=${seconds},v1=${signature}`,
    ...(time_header !== undefined && { [time_header]: String(seconds) }),
  };
}

async function hmac(hash: string, secret: string, text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey("raw", bytes.encode(secret), { name: "HMAC", hash }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes.encode(text)));
}
