import { words } from "../../../protocol/words/words.ts";

/** An API call whose response becomes a section of the export. */
export interface OwnRead {
  readonly route: string;
  /** Name of the path parameter that gets the account's id. */
  readonly parameter?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface StateRead {
  readonly state: readonly string[];
}

export const SECTIONS = {
  profile: { route: "GET /users/me" },
  status: { route: "GET /users/:user_id/status", parameter: "user_id" },
  presence: { route: "GET /users/:user_id_or_email/presence", parameter: "user_id_or_email" },
  settings: { state: ["user_settings"] },
  channels: { route: "GET /users/me/subscriptions" },
  topics: { state: ["user_topic"] },
  starred_messages: { state: ["starred_messages"] },
  muted_people: { state: ["muted_users"] },
  alert_words: { route: "GET /users/me/alert_words" },
  views: { route: "GET /navigation_views" },
  introduction: { state: ["onboarding_steps"] },
  drafts: { route: "GET /drafts" },
  scheduled_messages: { route: "GET /scheduled_messages", fields: { include_recurrence: true } },
  reminders: { route: "GET /reminders", fields: { include_recurrence: true } },
  saved_snippets: { route: "GET /saved_snippets" },
  bots: { route: "GET /bots" },
  sessions: { route: "GET /users/me/sessions" },
  api_keys: { route: "GET /users/me/api_keys" },
  passkeys: { route: "GET /users/me/passkeys" },
  assistants: { route: "GET /users/me/assistants" },
  two_factor_authentication: { route: "GET /users/me/second_factor" },
  linked_accounts: { route: "GET /users/me/external_logins" },
  browsers_with_notifications: { route: "GET /users/me/web_push_devices" },
  devices: { state: ["device", "push_device", "push_devices"] },
  files: { route: "GET /attachments" },
} as const satisfies Readonly<Record<string, OwnRead | StateRead>>;

export type SectionName = keyof typeof SECTIONS;

/** Titles of the sections. API field names aren't translated. */
export const sectionTitles = words("ownData.sections", {
  profile: "Profile",
  status: "Status",
  presence: "Presence",
  settings: "Settings",
  channels: "Channels",
  topics: "Topics",
  starred_messages: "Starred messages",
  muted_people: "Muted people",
  alert_words: "Alert words",
  views: "Views",
  introduction: "Introduction",
  drafts: "Drafts",
  scheduled_messages: "Scheduled messages",
  reminders: "Reminders",
  saved_snippets: "Saved snippets",
  bots: "Bots",
  sessions: "Sessions",
  api_keys: "API keys",
  passkeys: "Passkeys",
  assistants: "Assistants",
  two_factor_authentication: "Two-factor authentication",
  linked_accounts: "Linked accounts",
  browsers_with_notifications: "Browsers with notifications",
  devices: "Devices",
  files: "Files",
});
