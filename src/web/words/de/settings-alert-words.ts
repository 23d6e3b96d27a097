import type { alertWords as english } from "../en/settings-alert-words.ts";

export const alertWords: typeof english = {
  rows: {
    add: "Neues Signalwort",
  },
  addIt: "Hinzufügen",
  hint: "Nachrichten mit einem dieser Wörter zählen, als ob sie dich erwähnten.",
  none: "Noch keine Signalwörter.",
  remove: (word) => `${word} entfernen`,
  removed: (word) => `„${word}“ ist kein Signalwort mehr.`,
};
