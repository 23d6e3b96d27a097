import type { Language } from "../../../protocol/language.ts";
import type { LetterKind } from "./unsubscribing.ts";

const en = {
  title: "Unsubscribe",
  stopped: "Unsubscribed",
  ask: {
    messages: (email: string) => `Unsubscribe ${email} from emails about missed messages?`,
    digest: (email: string) => `Unsubscribe ${email} from weekly digests?`,
    logins: (email: string) => `Unsubscribe ${email} from emails about new logins?`,
  } satisfies Record<LetterKind, (email: string) => string>,
  done: {
    messages: (email: string) => `${email} won't get emails about missed messages anymore.`,
    digest: (email: string) => `${email} won't get weekly digests anymore.`,
    logins: (email: string) => `${email} won't get emails about new logins anymore.`,
  } satisfies Record<LetterKind, (email: string) => string>,
  stop: "Unsubscribe",
  again: "You can turn them on again in your settings, under Notifications.",
  toOrganization: "Go to the organization",
};

const de: typeof en = {
  title: "E-Mails abbestellen",
  stopped: "Abbestellt",
  ask: {
    messages: (email) => `E-Mails über verpasste Nachrichten an ${email} abbestellen?`,
    digest: (email) => `Wöchentliche Zusammenfassungen an ${email} abbestellen?`,
    logins: (email) => `E-Mails über neue Anmeldungen an ${email} abbestellen?`,
  },
  done: {
    messages: (email) => `${email} bekommt keine E-Mails über verpasste Nachrichten mehr.`,
    digest: (email) => `${email} bekommt keine wöchentlichen Zusammenfassungen mehr.`,
    logins: (email) => `${email} bekommt keine E-Mails über neue Anmeldungen mehr.`,
  },
  stop: "Abbestellen",
  again: "In deinen Einstellungen kannst du sie unter „Benachrichtigungen“ wieder einschalten.",
  toOrganization: "Zur Organisation",
};

export const unsubscribeWords: Readonly<Record<Language, typeof en>> = { en, de };
