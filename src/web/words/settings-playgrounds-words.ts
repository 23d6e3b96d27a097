import { sectionWords } from "./section-words.ts";

export const playgroundsWords = sectionWords({
  en: async () => (await import("./en/settings-playgrounds.ts")).playgrounds,
  de: async () => (await import("./de/settings-playgrounds.ts")).playgrounds,
});
