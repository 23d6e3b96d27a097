import { sectionWords } from "./section-words.ts";

export const notificationsWords = sectionWords({
  en: async () => (await import("./en/settings-notifications.ts")).notifications,
  de: async () => (await import("./de/settings-notifications.ts")).notifications,
});
