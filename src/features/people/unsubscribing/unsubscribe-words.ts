import type { Language } from "../../../protocol/language.ts";
import type { LetterKind } from "./unsubscribing.ts";

const en = {
  title: "Stop emails",
  stopped: "Stopped",
  ask: {
    messages: (email: string) => `Shall ${email} get no more emails about messages that were missed?`,
    digest: (email: string) => `Shall ${email} get no more emails about what happened while you were away?`,
    logins: (email: string) => `Shall ${email} get no more emails about new logins?`,
  } satisfies Record<LetterKind, (email: string) => string>,
  done: {
    messages: (email: string) => `${email} gets no more emails about messages that were missed.`,
    digest: (email: string) => `${email} gets no more emails about what happened while you were away.`,
    logins: (email: string) => `${email} gets no more emails about new logins.`,
  } satisfies Record<LetterKind, (email: string) => string>,
  stop: "Stop these emails",
  again: "You can turn them on again in your settings, under Notifications.",
  toOrganization: "To the organization",
};

const de: typeof en = {
  title: "E-Mails abbestellen",
  stopped: "Abbestellt",
  ask: {
    messages: (email) => `Soll ${email} keine E-Mails über verpasste Nachrichten mehr bekommen?`,
    digest: (email) => `Soll ${email} keine E-Mails mehr darüber bekommen, was in deiner Abwesenheit geschah?`,
    logins: (email) => `Soll ${email} keine E-Mails über neue Anmeldungen mehr bekommen?`,
  },
  done: {
    messages: (email) => `${email} bekommt keine E-Mails über verpasste Nachrichten mehr.`,
    digest: (email) => `${email} bekommt keine E-Mails mehr darüber, was in deiner Abwesenheit geschah.`,
    logins: (email) => `${email} bekommt keine E-Mails über neue Anmeldungen mehr.`,
  },
  stop: "Diese E-Mails abbestellen",
  again: "In deinen Einstellungen kannst du sie unter „Benachrichtigungen“ wieder einschalten.",
  toOrganization: "Zur Organisation",
};

export const unsubscribeWords: Readonly<Record<Language, typeof en>> = { en, de };
