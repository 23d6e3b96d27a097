import { sectionWords } from "./section-words.ts";

export const botsWords = sectionWords({
  en: async () => (await import("./en/settings-bots.ts")).bots,
  de: async () => (await import("./de/settings-bots.ts")).bots,
});
