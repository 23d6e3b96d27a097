import { sectionWords } from "./section-words.ts";

export const sessionsWords = sectionWords({
  en: async () => (await import("./en/settings-sessions.ts")).sessions,
  de: async () => (await import("./de/settings-sessions.ts")).sessions,
});
