import { sectionWords } from "./section-words.ts";

export const customEmojiWords = sectionWords({
  en: async () => (await import("./en/settings-emoji.ts")).customEmoji,
  de: async () => (await import("./de/settings-emoji.ts")).customEmoji,
});
