import type { savedSnippets as english } from "../en/settings-saved-snippets.ts";

export const savedSnippets: typeof english = {
  rows: {
    add: "Neuer Text",
  },
  hint: "Texte, die du oft schreibst: Strg+' setzt einen ein.",
  removed: (title) => `„${title}“ ist gelöscht.`,
};
