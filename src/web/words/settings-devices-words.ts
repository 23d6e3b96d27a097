import { sectionWords } from "./section-words.ts";

export const devicesWords = sectionWords({
  en: async () => (await import("./en/settings-devices.ts")).devices,
  de: async () => (await import("./de/settings-devices.ts")).devices,
});
