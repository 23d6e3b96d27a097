import { sectionWords } from "./section-words.ts";

export const dataWords = sectionWords({
  en: async () => (await import("./en/settings-data.ts")).data,
  de: async () => (await import("./de/settings-data.ts")).data,
});
