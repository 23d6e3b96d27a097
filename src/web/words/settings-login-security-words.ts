import { sectionWords } from "./section-words.ts";

export const loginSecurityWords = sectionWords({
  en: async () => (await import("./en/settings-login-security.ts")).loginSecurity,
  de: async () => (await import("./de/settings-login-security.ts")).loginSecurity,
});
