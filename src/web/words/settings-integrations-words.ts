import { sectionWords } from "./section-words.ts";

export const integrationsWords = sectionWords({
  en: async () => (await import("./en/settings-integrations.ts")).integrations,
  de: async () => (await import("./de/settings-integrations.ts")).integrations,
});
