import { sectionWords } from "./section-words.ts";

export const topicsWords = sectionWords({
  en: async () => (await import("./en/settings-topics.ts")).topics,
  de: async () => (await import("./de/settings-topics.ts")).topics,
});
