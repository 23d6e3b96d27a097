/** How a service signs what it sends, as the server describes it. */
export interface SignatureForm {
  /** An HMAC of what is sent, or the secret itself. */
  readonly by: string;
  readonly header: string;
  readonly hash?: string;
  readonly encoding?: string;
  readonly signed?: string;
  readonly time_field?: string;
  readonly time_header?: string;
}

/** A service that can deliver, as the server tells of it. */
export interface Integration {
  readonly name: string;
  readonly title: string;
  readonly category: string;
  readonly events: readonly string[];
  readonly options: readonly string[];
  readonly signature: SignatureForm | null;
}

/** Templates for a service that has no integration of its own. */
export interface Preset {
  readonly name: string;
  readonly title: string;
  readonly topic: string;
  readonly content: string;
}

/** What can be set up: an integration, or the template webhook with a preset. */
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

/** In which part of the gallery the services stand that have a preset. */
const PRESET_CATEGORIES: Readonly<Record<string, Category>> = {
  vercel: "builds",
  notion: "issues",
  redmine: "issues",
  openproject: "issues",
};

/** A category that is not known here stands with the general ones. */
export const categoryOf = (category: string): Category => CATEGORIES.find((one) => one === category) ?? "general";

/** All that can be set up, by title. */
export function offersOf(integrations: readonly Integration[], presets: readonly Preset[]): readonly Offer[] {
  // An address with a preset goes on, also after its service has got an integration of its own.
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

/** Services that make the secret themselves, so that it has to be taken from there. */
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
/** What writes to Slack signs nothing: the signature is that of Slack's own events. */
export const canSign = ({ name, signature }: Offer): boolean => signature !== null && name !== "slack_incoming";

export const makesSecret = ({ name }: Offer): boolean => MAKES_SECRETS.has(name);
