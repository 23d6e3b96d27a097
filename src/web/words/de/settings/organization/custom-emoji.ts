import type { Translation } from "../../../catalog.ts";
import type { customEmojiWords } from "../../../settings/organization/custom-emoji.ts";

export const customEmoji: Translation<typeof customEmojiWords> = {
  rows: { emoji: "Eigene Emoji", upload: "Emoji hinzufügen" },
  title: "Eigene Emoji",
  hint: "Alle in der Organisation können sie verwenden, in Nachrichten und als Reaktion.",
  add: "Emoji hinzufügen",
  mayNot: "Du darfst dieser Organisation keine Emoji hinzufügen.",
  picture: "Bild wählen …",
  another: "Anderes Bild wählen …",
  pictureHint: (mib) =>
    `PNG, GIF, JPEG oder WebP, auch bewegt; höchstens ${mib} MB. Es wird klein und quadratisch gemacht.`,
  tooLarge: (mib) => `Diese Datei ist größer als ${mib} MB.`,
  name: "Name",
  preview: "Vorschau",
  previewText: (name) => `:${name}: sieht in einer Nachricht so aus`,
  problems: {
    letters: "Nur Kleinbuchstaben von a bis z, Ziffern, Binde- und Unterstriche.",
    end: "Er muss mit einem Buchstaben oder einer Ziffer enden.",
    taken: "Ein Emoji dieses Namens gibt es schon.",
    builtIn: "So heißt ein eingebautes Emoji. Nur Administratoren dürfen es ersetzen.",
    long: "Höchstens 100 Zeichen.",
  },
  replaces: "So heißt ein eingebautes Emoji: deines tritt an seine Stelle.",
  added: (name) => `:${name}: ist da`,
  filter: "Emoji finden",
  none: "Es gibt noch keine eigenen Emoji.",
  noneFound: "So heißt kein Emoji.",
  by: (name) => `von ${name}`,
  animated: "bewegt",
  remove: (name) => `${name} deaktivieren`,
  removeTitle: (name) => `:${name}: deaktivieren?`,
  removeText:
    "Niemand kann es mehr auswählen. Frühere Nachrichten und Reaktionen zeigen es weiterhin. Es lässt sich nicht zurückholen.",
  removeAction: "Deaktivieren",
  removed: (name) => `:${name}: ist deaktiviert`,
};
