import { sectionWords } from "./section-words.ts";

export const defaultChannelsWords = sectionWords({
  en: async () => (await import("./en/settings-default-channels.ts")).defaultChannels,
  de: async () => (await import("./de/settings-default-channels.ts")).defaultChannels,
});
