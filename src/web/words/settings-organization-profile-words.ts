import { sectionWords } from "./section-words.ts";

export const organizationProfileWords = sectionWords({
  en: async () => (await import("./en/settings-organization-profile.ts")).organizationProfile,
  de: async () => (await import("./de/settings-organization-profile.ts")).organizationProfile,
});
