import type { Translation } from "../../../catalog.ts";
import type { savedSnippetsWords } from "../../../settings/own/saved-snippets.ts";

export const savedSnippets: Translation<typeof savedSnippetsWords> = {
  rows: {
    add: "Neuer Text",
  },
  hint: "Texte, die du oft schreibst: Strg+' setzt einen ein.",
  removed: (title) => `„${title}“ ist gelöscht.`,
};
