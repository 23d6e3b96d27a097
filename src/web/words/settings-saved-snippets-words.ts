import { sectionWords } from "./section-words.ts";

export const savedSnippetsWords = sectionWords({
  en: async () => (await import("./en/settings-saved-snippets.ts")).savedSnippets,
  de: async () => (await import("./de/settings-saved-snippets.ts")).savedSnippets,
});
