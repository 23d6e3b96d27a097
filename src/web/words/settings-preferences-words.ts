import { sectionWords } from "./section-words.ts";

export const preferencesWords = sectionWords({
  en: async () => (await import("./en/settings-preferences.ts")).preferences,
  de: async () => (await import("./de/settings-preferences.ts")).preferences,
});
