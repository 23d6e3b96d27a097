import { sectionWords } from "./section-words.ts";

export const channelSettingWords = sectionWords({
  en: async () => (await import("./en/settings-channels.ts")).channelSettings,
  de: async () => (await import("./de/settings-channels.ts")).channelSettings,
});
