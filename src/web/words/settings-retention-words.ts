import { sectionWords } from "./section-words.ts";

export const retentionWords = sectionWords({
  en: async () => (await import("./en/settings-retention.ts")).retention,
  de: async () => (await import("./de/settings-retention.ts")).retention,
});
