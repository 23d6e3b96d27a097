/** The way in which a service signs its deliveries, as the server describes it. */
export interface SignatureForm {
  /** The proof in the header: an HMAC of the delivery, or for "token" the secret itself. */
  readonly by: string;
  readonly header: string;
  readonly hash?: string;
  readonly encoding?: string;
  readonly signed?: string;
  readonly time_field?: string;
  readonly time_header?: string;
}

/** A service with an incoming webhook, as the server describes it. */
export interface Integration {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly events: readonly string[];
  readonly options: readonly string[];
  readonly signature: SignatureForm | null;
}

/** A template with a name and topic, for a service that has no integration of its own. */
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

/** The categories of services that have a preset. All others are in "monitoring". */
const PRESET_CATEGORIES: Readonly<Record<string, Category>> = {
  vercel: "builds",
  notion: "issues",
  redmine: "issues",
  openproject: "issues",
};

/** The category in the gallery. Unknown categories count as general. */
export const categoryOf = (category: string): Category => CATEGORIES.find((one) => one === category) ?? "general";

/** All webhooks that can be set up, by title. */
export function offersOf(integrations: readonly Integration[], presets: readonly Preset[]): readonly Offer[] {
  // The preset of a service with an integration is not offered, though addresses that use it keep working.
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

/** Services that create the secret themselves, so that people have to copy it from there. */
const MAKES_SECRETS: ReadonlySet<string> = new Set([
  "front",
  "heroku",
  "intercom",
  "linear",
  "pagerduty",
  "sentry",
  "slack",
  "stripe",
  "zendesk",
]);
/** Whether deliveries are signed. Programs that post to Slack's incoming webhooks sign nothing; Slack signs its events. */
export const canSign = ({ name, signature }: Offer): boolean => signature !== null && name !== "slack_incoming";

export const makesSecret = ({ name }: Offer): boolean => MAKES_SECRETS.has(name);
