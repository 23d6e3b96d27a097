import { sectionWords } from "./section-words.ts";

export const linkifiersWords = sectionWords({
  en: async () => (await import("./en/settings-linkifiers.ts")).linkifiers,
  de: async () => (await import("./de/settings-linkifiers.ts")).linkifiers,
});
