import type { exports as en } from "../en/settings-exports.ts";
import { number, plural } from "../format.ts";

export const exports: typeof en = {
  rows: { begin: "Neuer Export" },
  lead: "Eine Datei mit dem, was die Organisation hat: Zeilen aus JSON, komprimiert. Passwörter und Schlüssel sind nicht dabei.",
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
  removeAsk: "Diesen Export löschen?",
  removeText: "Sein Link führt dann ins Leere. Was die Organisation hat, bleibt, wie es ist.",
};
