import { sectionWords } from "./section-words.ts";

export const usersWords = sectionWords({
  en: async () => (await import("./en/settings-users.ts")).users,
  de: async () => (await import("./de/settings-users.ts")).users,
});
