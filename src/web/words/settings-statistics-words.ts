import { sectionWords } from "./section-words.ts";

export const statisticsWords = sectionWords({
  en: async () => (await import("./en/settings-statistics.ts")).statistics,
  de: async () => (await import("./de/settings-statistics.ts")).statistics,
});
