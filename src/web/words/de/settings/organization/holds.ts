import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { holdsWords } from "../../../settings/organization/holds.ts";

export const holds: Translation<typeof holdsWords> = {
  rows: { add: "Löschsperre erstellen" },
  title: "Löschsperren",
  hint: "Eine Löschsperre bewahrt für Rechtsfälle Nachrichten auf, die gelöscht, bearbeitet oder verschoben werden. In Parley sieht sie niemand, und niemand erfährt davon.",
  none: "Keine Löschsperren",
  name: "Name",
  matter: "Aktenzeichen",
  reason: "Grund",
  people: "Personen",
  peopleHint: "Bewahrt auf, was sie schreiben und was sie in ihren Unterhaltungen erhalten.",
  directOnly: "Nur Direktnachrichten",
  channels: "Kanäle",
  channelsHint: "Bewahrt alles auf, was dort geschrieben wird.",
  from: "Gesendet ab",
  until: "Gesendet bis",
  timesHint: "Leer lassen für keine Grenze.",
  keeps: (versions: number, files: number, size: string) =>
    `${plural(versions, { one: "Bewahrt 1 Nachricht auf", other: "Bewahrt # Nachrichten auf" })} · ${plural(files, { one: "1 Datei", other: "# Dateien" })} · ${size}`,
  created: "Erstellt",
  released: "Aufgehoben; was sie aufbewahrt hat, wird gelöscht",
  edit: (name) => `${name} bearbeiten`,
  editTitle: "Löschsperre bearbeiten",
  save: "Löschsperre speichern",
  release: (name) => `${name} aufheben`,
  releaseAsk: (name) => `${name} aufheben?`,
  releaseText: "Was keine andere Löschsperre aufbewahrt, wird innerhalb eines Tages endgültig gelöscht.",
  releaseDo: "Löschsperre aufheben",
  releaseDone: "Löschsperre aufgehoben",
};
