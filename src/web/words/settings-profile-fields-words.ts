import { sectionWords } from "./section-words.ts";

export const profileFieldsWords = sectionWords({
  en: async () => (await import("./en/settings-profile-fields.ts")).profileFields,
  de: async () => (await import("./de/settings-profile-fields.ts")).profileFields,
});
