import { sectionWords } from "./section-words.ts";

export const servicesWords = sectionWords({
  en: async () => (await import("./en/settings-services.ts")).services,
  de: async () => (await import("./de/settings-services.ts")).services,
});
