import type { Language } from "../../../protocol/language.ts";
import type { Reason } from "../push/public.ts";

const en = {
  direct: (names: readonly string[], more: number) =>
    `Direct messages with ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}`,
  toYourself: "Direct messages with yourself",
  newMessages: "New messages",
  missed: (count: number, organization: string) =>
    count === 1
      ? `There is a message for you in ${organization} that you have not read.`
      : `There are ${count} messages for you in ${organization} that you have not read.`,
  hiddenByOrganization: "The organization does not let emails say what they are about.",
  hiddenByYou: "By your settings, emails do not say what they are about.",
  open: "Open the conversation",
  openOrganization: "Open the organization",
  more: (count: number) => (count === 1 ? "And 1 more message." : `And ${count} more messages.`),
  moreConversations: (count: number) =>
    count === 1
      ? "There is 1 more conversation with messages that you have not read."
      : `There are ${count} more conversations with messages that you have not read.`,
  why: {
    direct: "You get this email because you have not read a direct message.",
    mention: "You get this email because somebody mentioned you.",
    everybody: "You get this email because somebody mentioned everybody here.",
    followed: "You get this email because you follow the topic.",
    channel: "You get this email because you want emails about this channel.",
  } satisfies Record<Reason, string>,
  noReply: "Nobody reads replies to this address.",
  reply: "Reply to this email to answer in the conversation.",
  settings: "Change what you get emails about",
  stop: "Stop these emails",
};

const de: typeof en = {
  direct: (names, more) => `Direktnachrichten mit ${names.join(", ")}${more === 0 ? "" : ` und ${more} weiteren`}`,
  toYourself: "Direktnachrichten mit dir selbst",
  newMessages: "Neue Nachrichten",
  missed: (count, organization) =>
    count === 1
      ? `Bei ${organization} gibt es eine Nachricht für dich, die du noch nicht gelesen hast.`
      : `Bei ${organization} gibt es ${count} Nachrichten für dich, die du noch nicht gelesen hast.`,
  hiddenByOrganization: "Worum es geht, dürfen E-Mails dieser Organisation nicht sagen.",
  hiddenByYou: "Nach deinen Einstellungen sagen E-Mails nicht, worum es geht.",
  open: "Unterhaltung öffnen",
  openOrganization: "Organisation öffnen",
  more: (count) => (count === 1 ? "Und 1 weitere Nachricht." : `Und ${count} weitere Nachrichten.`),
  moreConversations: (count) =>
    count === 1
      ? "In 1 weiteren Unterhaltung gibt es ungelesene Nachrichten."
      : `In ${count} weiteren Unterhaltungen gibt es ungelesene Nachrichten.`,
  why: {
    direct: "Du bekommst diese E-Mail, weil du eine Direktnachricht noch nicht gelesen hast.",
    mention: "Du bekommst diese E-Mail, weil dich jemand erwähnt hat.",
    everybody: "Du bekommst diese E-Mail, weil jemand alle hier erwähnt hat.",
    followed: "Du bekommst diese E-Mail, weil du dem Thema folgst.",
    channel: "Du bekommst diese E-Mail, weil du zu diesem Kanal E-Mails möchtest.",
  },
  noReply: "Antworten an diese Adresse liest niemand.",
  reply: "Antworte auf diese E-Mail, um in der Unterhaltung zu antworten.",
  settings: "Einstellen, wozu du E-Mails bekommst",
  stop: "Diese E-Mails abbestellen",
};

export const letterWords: Readonly<Record<Language, typeof en>> = { en, de };
