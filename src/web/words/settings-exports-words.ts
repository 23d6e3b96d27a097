import { sectionWords } from "./section-words.ts";

export const exportsWords = sectionWords({
  en: async () => (await import("./en/settings-exports.ts")).exports,
  de: async () => (await import("./de/settings-exports.ts")).exports,
});
