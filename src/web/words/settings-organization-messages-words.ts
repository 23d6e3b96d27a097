import { sectionWords } from "./section-words.ts";

export const organizationMessagesWords = sectionWords({
  en: async () => (await import("./en/settings-organization-messages.ts")).organizationMessages,
  de: async () => (await import("./de/settings-organization-messages.ts")).organizationMessages,
});
