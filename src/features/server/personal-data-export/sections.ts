import { words } from "../../../protocol/words/words.ts";

/** The endpoint or the state types that each section of `account.json` is read from, in order. */
export const SECTIONS = {
  profile: "GET /users/me",
  status: "GET /users/:user_id/status",
  presence: "GET /users/:user_id_or_email/presence",
  settings: ["user_settings"],
  channels: "GET /users/me/subscriptions",
  topics: ["user_topic"],
  starred_messages: ["starred_messages"],
  muted_people: ["muted_users"],
  alert_words: "GET /users/me/alert_words",
  views: "GET /navigation_views",
  introduction: ["onboarding_steps"],
  drafts: "GET /drafts",
  scheduled_messages: "GET /scheduled_messages",
  reminders: "GET /reminders",
  saved_snippets: "GET /saved_snippets",
  bots: "GET /bots",
  sessions: "GET /users/me/sessions",
  api_keys: "GET /users/me/api_keys",
  passkeys: "GET /users/me/passkeys",
  assistants: "GET /users/me/assistants",
  two_factor_authentication: "GET /users/me/second_factor",
  linked_accounts: "GET /users/me/external_logins",
  browsers_with_notifications: "GET /users/me/web_push_devices",
  devices: ["device", "push_device", "push_devices"],
  files: "GET /attachments",
} as const;

export type SectionName = keyof typeof SECTIONS;

/** Endpoints that are read page by page, outside the sections. */
export const PAGED = ["GET /messages", "GET /users/me/audit_log"] as const;

export type OwnRoute = Extract<(typeof SECTIONS)[SectionName] | (typeof PAGED)[number], string>;

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
