import { sectionWords } from "./section-words.ts";

export const profileWords = sectionWords({
  en: async () => (await import("./en/settings-profile.ts")).profile,
  de: async () => (await import("./de/settings-profile.ts")).profile,
});
