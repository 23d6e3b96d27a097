import { sectionWords } from "./section-words.ts";

export const authMethodsWords = sectionWords({
  en: async () => (await import("./en/settings-auth-methods.ts")).authMethods,
  de: async () => (await import("./de/settings-auth-methods.ts")).authMethods,
});
