/**
 * The parts of the state that a view can watch: a view names the parts that it shows, and is drawn again when an event has
 * changed one of them. Messages are watched one by one instead (`Messages`), since there are many.
 */
export const CAPABILITIES = [
  "account", // the user's own fields, settings, alert words, onboarding
  "realm", // the organization's settings, linkifiers, domains, profile fields, playgrounds, bots' commands
  "users", // all accounts, bots, muted users
  "presence", // presences and statuses
  "groups",
  "channels", // channels, subscriptions, folders, default channels
  "topics", // followed and muted topics
  "unread", // unread messages, and the latest direct conversations
  "starred",
  "emoji",
  "drafts",
  "later", // scheduled messages, reminders, saved snippets
  "navigation", // views pinned in the sidebar
  "typing",
] as const;

export type Capability = (typeof CAPABILITIES)[number];
