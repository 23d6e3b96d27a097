import { sectionWords } from "./section-words.ts";

export const organizationPermissionsWords = sectionWords({
  en: async () => (await import("./en/settings-organization-permissions.ts")).organizationPermissions,
  de: async () => (await import("./de/settings-organization-permissions.ts")).organizationPermissions,
});
