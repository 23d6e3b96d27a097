import { sectionWords } from "./section-words.ts";

export const filesWords = sectionWords({
  en: async () => (await import("./en/settings-files.ts")).files,
  de: async () => (await import("./de/settings-files.ts")).files,
});
