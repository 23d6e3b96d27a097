import { sectionWords } from "./section-words.ts";

export const webhooksWords = sectionWords({
  en: async () => (await import("./en/settings-webhooks.ts")).webhooks,
  de: async () => (await import("./de/settings-webhooks.ts")).webhooks,
});
