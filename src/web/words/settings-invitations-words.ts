import { sectionWords } from "./section-words.ts";

export const invitationsWords = sectionWords({
  en: async () => (await import("./en/settings-invitations.ts")).invitations,
  de: async () => (await import("./de/settings-invitations.ts")).invitations,
});
