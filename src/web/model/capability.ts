/**
 * What the state is divided into, for those who look at it: a view names what it shows, and is drawn again when an event
 * has changed that. Messages have their own (`Messages`), since there are many.
 */
export const CAPABILITIES = [
  "account", // one's own fields, settings, alert words, onboarding
  "realm", // the organization's settings, linkifiers, domains, profile fields, playgrounds, bots' commands
  "users", // all accounts, bots, muted users
  "presence", // who is there, and their status
  "groups",
  "channels", // channels, subscriptions, folders, default channels
  "topics", // followed and muted topics
  "unread", // what is unread, and with whom one has talked last
  "starred",
  "emoji",
  "drafts",
  "later", // scheduled messages, reminders, saved snippets
  "navigation", // views that are pinned in the sidebar
  "typing",
] as const;

export type Capability = (typeof CAPABILITIES)[number];
