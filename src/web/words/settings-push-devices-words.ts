import { sectionWords } from "./section-words.ts";

export const pushDevicesWords = sectionWords({
  en: async () => (await import("./en/settings-push-devices.ts")).pushDevices,
  de: async () => (await import("./de/settings-push-devices.ts")).pushDevices,
});
