import type { Translation } from "../../../catalog.ts";
import type { alertWordsWords } from "../../../settings/own/alert-words.ts";

export const alertWords: Translation<typeof alertWordsWords> = {
  rows: {
    add: "Neues Signalwort",
  },
  addIt: "Hinzufügen",
  hint: "Nachrichten mit einem dieser Wörter zählen, als ob sie dich erwähnten.",
  none: "Noch keine Signalwörter.",
  remove: (word) => `${word} entfernen`,
  removed: (word) => `„${word}“ ist kein Signalwort mehr.`,
};
