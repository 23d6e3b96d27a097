/**
 * The languages of the client. The texts of the first one come with the views that show them, except for those of the
 * settings; each of the others translates them in a folder beside `de/`, which comes in four scripts. "ar-XB" is English
 * written from right to left, for tests.
 */
export const languages = {
  en: { direction: "ltr", settings: () => import("../settings/english.ts") },
  de: {
    direction: "ltr",
    client: () => import("../de/client.ts"),
    settings: () => import("../de/settings.ts"),
    voice: () => import("../de/voice.ts"),
    /** The texts of importing an organization. */
    import: () => import("../de/settings/organization/import.ts"),
  },
  es: {
    direction: "ltr",
    client: () => import("../es/client.ts"),
    settings: () => import("../es/settings.ts"),
    voice: () => import("../es/voice.ts"),
    import: () => import("../es/settings/organization/import.ts"),
  },
  fr: {
    direction: "ltr",
    client: () => import("../fr/client.ts"),
    settings: () => import("../fr/settings.ts"),
    voice: () => import("../fr/voice.ts"),
    import: () => import("../fr/settings/organization/import.ts"),
  },
  ja: {
    direction: "ltr",
    client: () => import("../ja/client.ts"),
    settings: () => import("../ja/settings.ts"),
    voice: () => import("../ja/voice.ts"),
    import: () => import("../ja/settings/organization/import.ts"),
  },
  ar: {
    direction: "rtl",
    client: () => import("../ar/client.ts"),
    settings: () => import("../ar/settings.ts"),
    voice: () => import("../ar/voice.ts"),
    import: () => import("../ar/settings/organization/import.ts"),
  },
  "ar-XB": { direction: "rtl" },
} as const;

export type Language = keyof typeof languages;
export const spokenLanguages = Object.keys(languages) as readonly Language[];
