import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { dataExportsWords, messageRetentionWords } from "../../../settings/organization/data.ts";

export const dataExports: Translation<typeof dataExportsWords> = {
  rows: { begin: "Neuer Export" },
  lead: "Eine Datei mit dem, was die Organisation hat, samt hochgeladenen Dateien; jedes spätere Parley kann sie importieren. Passwörter und Schlüssel sind nicht dabei.",
  what: "Was darin ist",
  kinds: { public: "Was öffentlich ist", standard: "Mit privaten Daten derer, die zustimmen" },
  publicHint: "Kanäle, die alle lesen dürfen, und was dort steht.",
  standardHint: (agreed: number, all: number) =>
    `Auch private Kanäle und Direktnachrichten derer, die dem in ihren Einstellungen zustimmen: ${plural(agreed, { one: "1 Person", other: "# Personen" })} von ${number(all)}.`,
  start: "Export beginnen",
  started: "Der Export hat begonnen. Du kannst inzwischen weitermachen.",
  list: "Exporte",
  none: "Es gibt noch keinen. Eine Organisation darf fünf in der Woche machen.",
  pending: "Wird geschrieben…",
  failed: "Fehlgeschlagen",
  deleted: "Gelöscht",
  download: "Herunterladen",
  remove: "Export löschen",
  whole: "Alles",
  wholeText:
    "Ein Export von allem, mit allen privaten Kanälen und Direktnachrichten, ist Sache derer, die den Server betreiben. Auf dessen Rechner schreibt ihn dieser Befehl, während alle weiterreden:",
  command: "Befehl",
  wholeHint:
    "Mit --secrets hat er auch Hashes von Passwörtern und Schlüsseln: Dann melden sich alle anderswo an wie hier. Hat der Server mehrere Organisationen, sagt --organization, welche.",
  removeAsk: "Diesen Export löschen?",
  removeText: "Sein Link führt dann ins Leere. Was die Organisation hat, bleibt, wie es ist.",
};

const days = (count: number) => plural(count, { one: "# Tag", other: "# Tage" });

export const messageRetention: Translation<typeof messageRetentionWords> = {
  rows: {
    message_retention_days: "Nachrichten bleiben",
    channels: "Kanäle, in denen Nachrichten anders bleiben",
  },
  organization: "In der ganzen Organisation",
  organizationHint:
    "Direktnachrichten und alle Kanäle, die nichts Eigenes haben. Was älter ist, wird endgültig gelöscht, mit den Dateien darin.",
  forEver: "Für immer",
  forDays: days,
  otherwise: "Eine andere Zahl von Tagen …",
  inherit: (count) =>
    count === undefined
      ? "So lange wie in der Organisation (für immer)"
      : `So lange wie in der Organisation (${days(count)})`,
  days: "Tage",
  daysWrong: "Eine ganze Zahl von Tagen, mindestens 1.",
  set: "Festlegen",
  shorterTitle: (count) => `Löschen, was älter als ${days(count)} ist?`,
  deletes: (count, isComplete) =>
    isComplete
      ? plural(count, {
          one: "Eine Nachricht ist jetzt schon älter und wird endgültig gelöscht.",
          other: "# Nachrichten sind jetzt schon älter und werden endgültig gelöscht.",
        })
      : `Mehr als ${number(count)} Nachrichten sind jetzt schon älter und werden endgültig gelöscht.`,
  deletesNothing: "So alt ist noch keine Nachricht.",
  laterOn: "Danach verschwindet jede Nachricht, sobald sie so alt ist.",
  whenDeleted: "Es beginnt in einem Tag: bis dahin kannst du es zurücknehmen.",
  shorten: "Ältere Nachrichten löschen",
  channelsHint: "Jeder Kanal kann seine Nachrichten kürzer oder länger behalten.",
  allSame: "Alle Kanäle behalten Nachrichten so lange wie die Organisation.",
  add: "Ein weiterer Kanal …",
  change: (channel) => `Wie lange #${channel} Nachrichten behält`,
};
