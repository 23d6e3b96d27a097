import { sectionWords } from "./section-words.ts";

export const channelFoldersWords = sectionWords({
  en: async () => (await import("./en/settings-channel-folders.ts")).channelFolders,
  de: async () => (await import("./de/settings-channel-folders.ts")).channelFolders,
});
