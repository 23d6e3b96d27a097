import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { dataExportsWords } from "../../../settings/organization/data-exports.ts";

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
