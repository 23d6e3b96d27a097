import { sectionWords } from "./section-words.ts";

export const moderationWords = sectionWords({
  en: async () => (await import("./en/settings-moderation.ts")).moderation,
  de: async () => (await import("./de/settings-moderation.ts")).moderation,
});
