import { sectionWords } from "./section-words.ts";

export const healthWords = sectionWords({
  en: async () => (await import("./en/settings-health.ts")).health,
  de: async () => (await import("./de/settings-health.ts")).health,
});
