import { sectionWords } from "./section-words.ts";

export const userDefaultsWords = sectionWords({
  en: async () => (await import("./en/settings-user-defaults.ts")).userDefaults,
  de: async () => (await import("./de/settings-user-defaults.ts")).userDefaults,
});
