import type { Translation } from "../../../catalog.ts";
import type { customEmojiWords } from "../../../settings/organization/custom-emoji.ts";

export const customEmoji: Translation<typeof customEmojiWords> = {
  rows: { emoji: "Eigene Emoji", upload: "Emoji hinzufügen" },
  title: "Eigene Emoji",
  hint: "Alle können sie in Nachrichten und als Reaktion verwenden.",
  add: "Emoji hinzufügen",
  mayNot: "Du darfst dieser Organisation keine Emoji hinzufügen.",
  picture: "Bild wählen …",
  another: "Anderes Bild wählen …",
  pictureHint: (mib) =>
    `PNG, GIF, JPEG oder WebP, auch animiert, bis ${mib} MB. Es wird auf ein kleines Quadrat verkleinert.`,
  tooLarge: (mib) => `Diese Datei ist größer als ${mib} MB.`,
  name: "Name",
  preview: "Vorschau",
  previewText: (name) => `:${name}: sieht in einer Nachricht so aus`,
  problems: {
    letters: "Verwende nur Kleinbuchstaben von a bis z, Ziffern, Binde- und Unterstriche.",
    end: "Der Name muss mit einem Buchstaben oder einer Ziffer enden.",
    taken: "Es gibt schon ein Emoji mit diesem Namen.",
    builtIn: "So heißt ein eingebautes Emoji. Nur die Administration kann es ersetzen.",
    long: "Namen können höchstens 100 Zeichen haben.",
  },
  replaces: "So heißt ein eingebautes Emoji. Deines ersetzt es.",
  added: (name) => `:${name}: hinzugefügt`,
  filter: "Emoji finden",
  none: "Noch keine eigenen Emoji",
  noneFound: "Kein passendes Emoji",
  by: (name) => `von ${name}`,
  animated: "animiert",
  remove: (name) => `${name} deaktivieren`,
  removeTitle: (name) => `:${name}: deaktivieren?`,
  removeText:
    "Niemand kann es mehr verwenden. Vorhandene Nachrichten und Reaktionen behalten es. Das lässt sich nicht rückgängig machen.",
  removeAction: "Emoji deaktivieren",
  removed: (name) => `:${name}: deaktiviert`,
};
