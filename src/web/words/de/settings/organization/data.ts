import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { dataExportsWords, messageRetentionWords } from "../../../settings/organization/data.ts";

export const dataExports: Translation<typeof dataExportsWords> = {
  rows: { begin: "Neuer Export" },
  lead: "Eine Datei mit den Daten und hochgeladenen Dateien deiner Organisation, die jedes spätere Parley importieren kann. Sie enthält keine Passwörter oder Schlüssel.",
  what: "Inhalt",
  kinds: { public: "Öffentliche Daten", standard: "Öffentliche Daten, dazu private Daten aller, die es erlauben" },
  publicHint: "Öffentliche Kanäle mit ihren Nachrichten.",
  standardHint: (agreed: number, all: number) =>
    `Auch private Kanäle und Direktnachrichten aller, die es in ihren Einstellungen erlauben: ${plural(agreed, { one: "1 Person", other: "# Personen" })} von ${number(all)}.`,
  start: "Export starten",
  started: "Export gestartet. Du kannst weiterarbeiten.",
  list: "Exporte",
  none: "Noch keine Exporte. Du kannst bis zu fünf in der Woche starten.",
  pending: "Läuft …",
  failed: "Fehlgeschlagen",
  deleted: "Gelöscht",
  download: "Herunterladen",
  remove: "Export löschen",
  whole: "Vollständiger Export",
  wholeText:
    "Alles, mit allen privaten Kanälen und Direktnachrichten, kann nur die Serveradministration exportieren, mit diesem Befehl auf dem Server. Alle können dabei weiterarbeiten:",
  command: "Befehl",
  wholeHint:
    "Mit --secrets enthält der Export Hashes von Passwörtern und Schlüsseln: Dann melden sich alle anderswo an wie hier. Hat der Server mehrere Organisationen, wähle eine mit --organization.",
  removeAsk: "Diesen Export löschen?",
  removeText:
    "Der Link zum Herunterladen funktioniert dann nicht mehr. Die Daten deiner Organisation bleiben unberührt.",
  compliance: {
    title: "Compliance-Export",
    hint: "Nachrichten, die Personen geschrieben oder erhalten haben, oder aus Kanälen, für ein Gericht oder eine Untersuchung. Alle können wissen, dass solche Exporte möglich sind.",
    hold: "Löschsperre",
    noHold: "Keine Löschsperre",
    holdHint:
      "Alles, was unter die Löschsperre fällt, auch was sie von bearbeiteten und gelöschten Nachrichten aufbewahrt. Personen, Kanäle und Tage grenzen es ein.",
    people: "Personen",
    channels: "Kanäle",
    from: "Von",
    until: "Bis",
    reason: "Grund",
    begin: "Compliance-Export starten",
    waiting: "Wartet auf zweite Bestätigung",
    confirm: "Export bestätigen",
    list: "Compliance-Exporte",
  },
};

const days = (count: number) => plural(count, { one: "# Tag", other: "# Tage" });

export const messageRetention: Translation<typeof messageRetentionWords> = {
  rows: {
    message_retention_days: "Aufbewahrung von Nachrichten",
    channels: "Kanäle mit eigener Aufbewahrung",
  },
  organization: "Standarddauer",
  organizationHint:
    "Gilt für Direktnachrichten und Kanäle ohne eigene Aufbewahrung. Ältere Nachrichten werden endgültig gelöscht, mit ihren Dateien.",
  forEver: "Für immer",
  forDays: days,
  otherwise: "Andere Dauer …",
  inherit: (count) => (count === undefined ? "Standard (für immer)" : `Standard (${days(count)})`),
  days: "Tage",
  daysWrong: "Gib eine ganze Zahl ab 1 ein.",
  set: "Festlegen",
  shorterTitle: (count) => `Nachrichten löschen, die älter als ${days(count)} sind?`,
  deletes: (count, isComplete) =>
    isComplete
      ? plural(count, {
          one: "1 Nachricht ist älter und wird endgültig gelöscht.",
          other: "# Nachrichten sind älter und werden endgültig gelöscht.",
        })
      : `Mehr als ${number(count)} Nachrichten sind älter und werden endgültig gelöscht.`,
  deletesNothing: "So alt ist noch keine Nachricht.",
  held: (count: number) =>
    plural(count, {
      one: "Eine Löschsperre bewahrt # davon unsichtbar auf.",
      other: "Löschsperren bewahren # davon unsichtbar auf.",
    }),
  laterOn: "Danach wird jede Nachricht gelöscht, sobald sie dieses Alter erreicht.",
  whenDeleted: "Das Löschen beginnt in einem Tag. Bis dahin kannst du das rückgängig machen.",
  shorten: "Ältere Nachrichten löschen",
  channelsHint: "Jeder Kanal kann seine Nachrichten kürzer oder länger behalten.",
  allSame: "Für alle Kanäle gilt die Einstellung der Organisation.",
  add: "Kanal hinzufügen …",
  change: (channel) => `Aufbewahrung von Nachrichten in #${channel}`,
};
