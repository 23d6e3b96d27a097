import { sectionWords } from "./section-words.ts";

export const groupsWords = sectionWords({
  en: async () => (await import("./en/settings-groups.ts")).groups,
  de: async () => (await import("./de/settings-groups.ts")).groups,
});
