import { sectionWords } from "./section-words.ts";

/** What all settings say: the names of the sections, who may do what, how a change went. */
export const settingsWords = sectionWords({
  en: async () => (await import("./en/settings.ts")).settings,
  de: async () => (await import("./de/settings.ts")).settings,
});
