import { sectionWords } from "./section-words.ts";

export const mutedUsersWords = sectionWords({
  en: async () => (await import("./en/settings-muted-users.ts")).mutedUsers,
  de: async () => (await import("./de/settings-muted-users.ts")).mutedUsers,
});
