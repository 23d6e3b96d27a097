import type { Language } from "../../../../protocol/language.ts";

/** A trouble of the server, in words for people who cannot mend it themselves. */
interface Warning {
  readonly fact: string;
  readonly advice: string;
}

/** A trouble of which the server's operator is told by email, too: the subject, and the way to mend it. */
export interface ServerWarning extends Warning {
  readonly subject: string;
  readonly cure: string;
}

const gigabytesIn = (language: Language) => (bytes: number) =>
  `${(bytes / 1e9).toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} GB`;
const [enSize, deSize] = [gigabytesIn("en"), gigabytesIn("de")];
const percent = (part: number, all: number) => Math.floor((100 * part) / Math.max(1, all));

const en = {
  filling: (bytes: number, limit: number): ServerWarning => ({
    subject: "A database of your Parley server is filling up",
    cure: "Move organizations to another database, raise DATABASE_LIMIT_MB if it can take more, or have old messages deleted.",
    fact:
      `The database that keeps the texts of messages is ${percent(bytes, limit)} % full (${enSize(bytes)} of ${enSize(limit)}). ` +
      "Once it's full, people can keep talking, but search and older messages wait until there is room.",
    advice:
      "The server administrator can move the organization to another database (`POST /organizations/move`), and you can " +
      "set a message retention in the organization's settings.",
  }),
  refused: (rows: number): ServerWarning => ({
    subject: "A database of your Parley server refuses rows",
    cure: "Look for row_parked in the log: it names the rows and the error.",
    fact:
      `The database that keeps the texts of messages doesn't accept ${rows === 1 ? "1 row" : `${rows} rows`} of this ` +
      "organization. They are set aside and tried again each day. Until then, search and older messages can lack them.",
    advice: "Ask the server administrator to look for `row_parked` in the log.",
  }),
  disk: (left: number, all: number): ServerWarning => ({
    subject: "The disk of your Parley server is filling up",
    cure: "Make room on the disk of the data directory.",
    fact:
      `The disk of this server is filling up: ${enSize(left)} of ${enSize(all)} are left (${percent(left, all)} %). ` +
      "Once it's full, no messages or files can be saved.",
    advice: "Ask the server administrator to make room.",
  }),
  backup: (last: string): ServerWarning => ({
    subject: "Your Parley server has not been backed up for a week",
    cure: 'Run "parley backup" and read what it says, and look at the timer that runs it.',
    fact: `The last complete backup of this server was made more than a week ago (${last}). What came later exists only once.`,
    advice: "Ask the server administrator to check the backups.",
  }),
  mail: (since: string, failures: number, reason: string): Warning => ({
    fact:
      `This server hasn't been able to send email since ${since} (${failures} failed attempts). ` +
      `The last error: \`${reason}\`. Invitations, password reset links and email notifications ` +
      "don't arrive. Each email is retried for a day.",
    advice: "Ask the server administrator to check the mail settings.",
  }),
  /** The reason for the email, and the organization that sends it. */
  why: (url: string) =>
    `Sent by ${url}, because this address is the server's OPERATOR_EMAIL. You get one email per trouble.`,
  mailAgain: (since: string) => `Email works again. It had failed since ${since}.`,
};

const de: typeof en = {
  filling: (bytes, limit) => ({
    subject: "Eine Datenbank deines Parley-Servers wird voll",
    cure: "Zieh Organisationen in eine andere Datenbank um, erhöhe DATABASE_LIMIT_MB, wenn mehr hineinpasst, oder lass alte Nachrichten löschen.",
    fact:
      `Die Datenbank mit den Texten der Nachrichten ist zu ${percent(bytes, limit)} % voll (${deSize(bytes)} von ${deSize(limit)}). ` +
      "Ist sie ganz voll, können alle weiterschreiben, aber die Suche und ältere Nachrichten warten, bis wieder Platz ist.",
    advice:
      "Die Serveradministration kann die Organisation in eine andere Datenbank umziehen (`POST /organizations/move`), und " +
      "in den Einstellungen der Organisation lässt sich festlegen, wie lange Nachrichten aufbewahrt werden.",
  }),
  refused: (rows) => ({
    subject: "Eine Datenbank deines Parley-Servers lehnt Zeilen ab",
    cure: "Such im Log nach row_parked: Dort stehen die Zeilen und der Fehler.",
    fact:
      `Die Datenbank mit den Texten der Nachrichten nimmt ${rows === 1 ? "1 Zeile" : `${rows} Zeilen`} dieser Organisation ` +
      "nicht an. Sie sind beiseitegelegt und werden jeden Tag erneut versucht. Bis dahin können sie in der Suche und unter " +
      "älteren Nachrichten fehlen.",
    advice: "Bitte die Serveradministration, im Log nach `row_parked` zu suchen.",
  }),
  disk: (left, all) => ({
    subject: "Die Festplatte deines Parley-Servers wird voll",
    cure: "Schaff Platz auf der Festplatte mit dem Datenverzeichnis.",
    fact:
      `Die Festplatte dieses Servers wird voll: ${deSize(left)} von ${deSize(all)} sind frei (${percent(left, all)} %). ` +
      "Ist sie voll, lassen sich keine Nachrichten und Dateien mehr speichern.",
    advice: "Bitte die Serveradministration, Platz zu schaffen.",
  }),
  backup: (last) => ({
    subject: "Dein Parley-Server wurde seit einer Woche nicht gesichert",
    cure: 'Führ "parley backup" aus und lies, was es sagt, und prüf den Zeitplan, der es aufruft.',
    fact: `Die letzte vollständige Sicherung dieses Servers ist über eine Woche alt (${last}). Was danach kam, gibt es nur einmal.`,
    advice: "Bitte die Serveradministration, die Sicherungen zu prüfen.",
  }),
  mail: (since, failures, reason) => ({
    fact:
      `Dieser Server kann seit ${since} keine E-Mails senden (${failures} Versuche sind gescheitert). Der letzte Fehler: ` +
      `\`${reason}\`. Einladungen, Links für neue Passwörter und Benachrichtigungen kommen nicht an. Jede E-Mail wird einen ` +
      "Tag lang erneut versucht.",
    advice: "Bitte die Serveradministration, die Einstellungen für E-Mails zu prüfen.",
  }),
  why: (url) =>
    `Gesendet von ${url}, weil diese Adresse OPERATOR_EMAIL des Servers ist. Zu jedem Problem kommt eine E-Mail.`,
  mailAgain: (since) => `E-Mails kommen wieder an. Seit ${since} war keine gesendet worden.`,
};

export type WarningWords = typeof en;
export const warningWords: Readonly<Record<Language, WarningWords>> = { en, de };
