import type { Language } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `What you missed in ${organization}`,
  intro: (organization: string) => `It's been a few days since you were in ${organization}. In the past week:`,
  conversations: (count: number) => (count === 1 ? "1 busy conversation." : `${count} busy conversations.`),
  messages: (count: number) => (count === 1 ? "1 message" : `${count} messages`),
  newChannels: (names: readonly string[], more: number) =>
    `New channels: ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}`,
  newChannelsCount: (count: number) => (count === 1 ? "1 new channel." : `${count} new channels.`),
  open: "Catch up",
  why: "You're getting this email because you've been away, at most once a week.",
  settings: "Notification settings",
  stop: "Unsubscribe",
};

const de: typeof en = {
  subject: (organization) => `Was du bei ${organization} verpasst hast`,
  intro: (organization) => `Du warst einige Tage nicht bei ${organization}. In der letzten Woche:`,
  conversations: (count) => (count === 1 ? "1 rege Unterhaltung." : `${count} rege Unterhaltungen.`),
  messages: (count) => (count === 1 ? "1 Nachricht" : `${count} Nachrichten`),
  newChannels: (names, more) => `Neue Kanäle: ${names.join(", ")}${more === 0 ? "" : ` und ${more} weitere`}`,
  newChannelsCount: (count) => (count === 1 ? "1 neuer Kanal." : `${count} neue Kanäle.`),
  open: "Nachlesen",
  why: "Du bekommst diese E-Mail, weil du nicht da warst, höchstens einmal in der Woche.",
  settings: "Benachrichtigungseinstellungen",
  stop: "Abbestellen",
};

export const digestWords: Readonly<Record<Language, typeof en>> = { en, de };
