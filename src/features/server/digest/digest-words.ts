import type { Language } from "../../../protocol/language.ts";

const en = {
  subject: (organization: string) => `What happened at ${organization}`,
  intro: (organization: string) => `You have not been at ${organization} for some days. Since last week:`,
  conversations: (count: number) =>
    count === 1 ? "A lot was said in 1 conversation." : `A lot was said in ${count} conversations.`,
  messages: (count: number) => (count === 1 ? "1 message" : `${count} messages`),
  newChannels: (names: readonly string[], more: number) =>
    `New channels: ${names.join(", ")}${more === 0 ? "" : ` and ${more} more`}`,
  newChannelsCount: (count: number) => (count === 1 ? "There is a new channel." : `There are ${count} new channels.`),
  open: "Have a look",
  why: "You get this email because you have been away, once a week at most.",
  settings: "Change what you get emails about",
  stop: "Stop these emails",
};

const de: typeof en = {
  subject: (organization) => `Was bei ${organization} geschah`,
  intro: (organization) => `Du warst einige Tage nicht bei ${organization}. Seit letzter Woche:`,
  conversations: (count) =>
    count === 1 ? "In 1 Unterhaltung wurde viel gesagt." : `In ${count} Unterhaltungen wurde viel gesagt.`,
  messages: (count) => (count === 1 ? "1 Nachricht" : `${count} Nachrichten`),
  newChannels: (names, more) => `Neue Kanäle: ${names.join(", ")}${more === 0 ? "" : ` und ${more} weitere`}`,
  newChannelsCount: (count) => (count === 1 ? "Es gibt einen neuen Kanal." : `Es gibt ${count} neue Kanäle.`),
  open: "Nachsehen",
  why: "Du bekommst diese E-Mail, weil du nicht da warst, höchstens einmal in der Woche.",
  settings: "Einstellen, wozu du E-Mails bekommst",
  stop: "Diese E-Mails abbestellen",
};

export const digestWords: Readonly<Record<Language, typeof en>> = { en, de };
