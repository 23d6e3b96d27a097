import type { Language } from "../../../protocol/language.ts";
import type { Reason } from "../push/public.ts";

const en = {
  direct: (names: readonly string[], more: number) =>
    `Direct messages with ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}`,
  toYourself: "Direct messages with yourself",
  newMessages: "New messages",
  missed: (count: number, organization: string) =>
    count === 1
      ? `You have 1 unread message in ${organization}.`
      : `You have ${count} unread messages in ${organization}.`,
  hiddenByOrganization: "Your organization doesn't include message content in emails.",
  hiddenByYou: "Your settings hide message content in emails.",
  open: "View conversation",
  openOrganization: "Open organization",
  more: (count: number) => (count === 1 ? "And 1 more message." : `And ${count} more messages.`),
  moreConversations: (count: number) =>
    count === 1
      ? "And 1 more conversation with unread messages."
      : `And ${count} more conversations with unread messages.`,
  why: {
    direct: "You're getting this email because you have an unread direct message.",
    mention: "You're getting this email because someone mentioned you.",
    everybody: "You're getting this email because someone mentioned everyone here.",
    followed: "You're getting this email because you follow the topic.",
    channel: "You're getting this email because you turned on emails for this channel.",
  } satisfies Record<Reason, string>,
  noReply: "Replies to this address aren't read.",
  reply: "Reply to this email to post in the conversation.",
  settings: "Notification settings",
  stop: "Unsubscribe",
};

const de: typeof en = {
  direct: (names, more) => `Direktnachrichten mit ${names.join(", ")}${more === 0 ? "" : ` und ${more} weiteren`}`,
  toYourself: "Direktnachrichten mit dir selbst",
  newMessages: "Neue Nachrichten",
  missed: (count, organization) =>
    count === 1
      ? `Du hast 1 ungelesene Nachricht bei ${organization}.`
      : `Du hast ${count} ungelesene Nachrichten bei ${organization}.`,
  hiddenByOrganization: "Deine Organisation nimmt den Inhalt von Nachrichten nicht in E-Mails auf.",
  hiddenByYou: "Deine Einstellungen verbergen den Inhalt von Nachrichten in E-Mails.",
  open: "Unterhaltung öffnen",
  openOrganization: "Organisation öffnen",
  more: (count) => (count === 1 ? "Und 1 weitere Nachricht." : `Und ${count} weitere Nachrichten.`),
  moreConversations: (count) =>
    count === 1
      ? "In 1 weiteren Unterhaltung gibt es ungelesene Nachrichten."
      : `In ${count} weiteren Unterhaltungen gibt es ungelesene Nachrichten.`,
  why: {
    direct: "Du bekommst diese E-Mail, weil du eine ungelesene Direktnachricht hast.",
    mention: "Du bekommst diese E-Mail, weil dich jemand erwähnt hat.",
    everybody: "Du bekommst diese E-Mail, weil jemand alle hier erwähnt hat.",
    followed: "Du bekommst diese E-Mail, weil du dem Thema folgst.",
    channel: "Du bekommst diese E-Mail, weil du E-Mails für diesen Kanal eingeschaltet hast.",
  },
  noReply: "Antworten an diese Adresse werden nicht gelesen.",
  reply: "Antworte auf diese E-Mail, um in der Unterhaltung zu antworten.",
  settings: "Benachrichtigungseinstellungen",
  stop: "Abbestellen",
};

export const letterWords: Readonly<Record<Language, typeof en>> = { en, de };
