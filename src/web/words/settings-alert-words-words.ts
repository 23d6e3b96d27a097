import { sectionWords } from "./section-words.ts";

export const alertWordsWords = sectionWords({
  en: async () => (await import("./en/settings-alert-words.ts")).alertWords,
  de: async () => (await import("./de/settings-alert-words.ts")).alertWords,
});
