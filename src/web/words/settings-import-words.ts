import { sectionWords } from "./section-words.ts";

export const importWords = sectionWords({
  en: async () => (await import("./en/settings-import.ts")).imports,
  de: async () => (await import("./de/settings-import.ts")).imports,
});
