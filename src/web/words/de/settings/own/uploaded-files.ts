import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { uploadedFilesWords } from "../../../settings/own/uploaded-files.ts";

export const uploadedFiles: Translation<typeof uploadedFilesWords> = {
  rows: { search: "Dateien suchen", order: "Reihenfolge" },
  none: "Keine Dateien",
  noneText: "Was du an Nachrichten hängst, steht hier, mit den Nachrichten, in denen es vorkommt.",
  nothingFound: "Keine Datei heißt so.",
  sum: (count: number, size: string) => `${plural(count, { one: "# Datei", other: "# Dateien" })}, zusammen ${size}`,
  space: "Platz für Dateien der Organisation",
  ofQuota: (used: string, quota: string) => `Alle Dateien der Organisation brauchen ${used} von ${quota}.`,
  orders: {
    newest: "Neueste zuerst",
    oldest: "Älteste zuerst",
    largest: "Größte zuerst",
    smallest: "Kleinste zuerst",
    name: "Nach Namen",
  },
  inNone: "in keiner Nachricht",
  inMessages: (count: number) => plural(count, { one: "in 1 Nachricht", other: "in # Nachrichten" }),
  remove: (name: string) => `${name} löschen`,
  removeAsk: (name: string) => `${name} löschen?`,
  removeText: (count: number) =>
    count === 0
      ? "Nichts bringt sie zurück."
      : plural(count, {
          one: "Der Link in der Nachricht, in der sie vorkommt, führt dann ins Leere. Nichts bringt sie zurück.",
          other:
            "Die Links in den # Nachrichten, in denen sie vorkommt, führen dann ins Leere. Nichts bringt sie zurück.",
        }),
  removed: (name: string) => `${name} ist gelöscht`,
};
