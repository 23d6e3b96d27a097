import { sectionWords } from "./section-words.ts";

export const accountWords = sectionWords({
  en: async () => (await import("./en/settings-account.ts")).account,
  de: async () => (await import("./de/settings-account.ts")).account,
});
