interface OwnSection {
  readonly title: string;
}

/** An API read whose response becomes a section of the export. */
export interface OwnRead extends OwnSection {
  readonly route: string;
  /** Path parameter whose value is the account itself. */
  readonly parameter?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
}

export interface StateRead extends OwnSection {
  readonly state: readonly string[];
}

export const SECTIONS = {
  profile: { title: "Profile", route: "GET /users/me" },
  status: { title: "Status", route: "GET /users/:user_id/status", parameter: "user_id" },
  presence: { title: "Presence", route: "GET /users/:user_id_or_email/presence", parameter: "user_id_or_email" },
  settings: { title: "Settings", state: ["user_settings"] },
  channels: { title: "Channels", route: "GET /users/me/subscriptions" },
  topics: { title: "Topics", state: ["user_topic"] },
  starred_messages: { title: "Starred messages", state: ["starred_messages"] },
  muted_people: { title: "Muted people", state: ["muted_users"] },
  alert_words: { title: "Alert words", route: "GET /users/me/alert_words" },
  views: { title: "Views", route: "GET /navigation_views" },
  introduction: { title: "Introduction", state: ["onboarding_steps"] },
  drafts: { title: "Drafts", route: "GET /drafts" },
  scheduled_messages: {
    title: "Scheduled messages",
    route: "GET /scheduled_messages",
    fields: { include_recurrence: true },
  },
  reminders: { title: "Reminders", route: "GET /reminders", fields: { include_recurrence: true } },
  saved_snippets: { title: "Saved snippets", route: "GET /saved_snippets" },
  bots: { title: "Bots", route: "GET /bots" },
  sessions: { title: "Sessions", route: "GET /users/me/sessions" },
  api_keys: { title: "API keys", route: "GET /users/me/api_keys" },
  passkeys: { title: "Passkeys", route: "GET /users/me/passkeys" },
  assistants: { title: "Assistants", route: "GET /users/me/assistants" },
  two_factor_authentication: { title: "Two-factor authentication", route: "GET /users/me/second_factor" },
  linked_accounts: { title: "Linked accounts", route: "GET /users/me/external_logins" },
  browsers_with_notifications: { title: "Browsers with notifications", route: "GET /users/me/web_push_devices" },
  devices: { title: "Devices", state: ["device", "push_device", "push_devices"] },
  files: { title: "Files", route: "GET /attachments" },
} as const satisfies Readonly<Record<string, OwnRead | StateRead>>;

export type SectionName = keyof typeof SECTIONS;
