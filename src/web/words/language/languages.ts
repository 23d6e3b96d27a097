/**
 * The client's languages. English texts load with the views that show them, except those of the settings. Each other
 * language has a folder like `de/`, with one script per file. "ar-XB" is English written from right to left, for tests.
 */
export const languages = {
  en: { direction: "ltr", settings: () => import("../settings/english.ts") },
  de: {
    direction: "ltr",
    client: () => import("../de/client.json"),
    settings: () => import("../de/settings.json"),
    voice: () => import("../de/voice.json"),
    board: () => import("../de/board.json"),
    outside: () => import("../de/outside.json"),
    later: () => import("../de/later.json"),
    buttons: () => import("../de/buttons.json"),
    /** Texts for importing an organization. */
    import: () => import("../de/import.json"),
  },
  es: {
    direction: "ltr",
    client: () => import("../es/client.json"),
    settings: () => import("../es/settings.json"),
    voice: () => import("../es/voice.json"),
    board: () => import("../es/board.json"),
    outside: () => import("../es/outside.json"),
    later: () => import("../es/later.json"),
    buttons: () => import("../es/buttons.json"),
    import: () => import("../es/import.json"),
  },
  fr: {
    direction: "ltr",
    client: () => import("../fr/client.json"),
    settings: () => import("../fr/settings.json"),
    voice: () => import("../fr/voice.json"),
    board: () => import("../fr/board.json"),
    outside: () => import("../fr/outside.json"),
    later: () => import("../fr/later.json"),
    buttons: () => import("../fr/buttons.json"),
    import: () => import("../fr/import.json"),
  },
  ja: {
    direction: "ltr",
    client: () => import("../ja/client.json"),
    settings: () => import("../ja/settings.json"),
    voice: () => import("../ja/voice.json"),
    board: () => import("../ja/board.json"),
    outside: () => import("../ja/outside.json"),
    later: () => import("../ja/later.json"),
    buttons: () => import("../ja/buttons.json"),
    import: () => import("../ja/import.json"),
  },
  ar: {
    direction: "rtl",
    client: () => import("../ar/client.json"),
    settings: () => import("../ar/settings.json"),
    voice: () => import("../ar/voice.json"),
    board: () => import("../ar/board.json"),
    outside: () => import("../ar/outside.json"),
    later: () => import("../ar/later.json"),
    buttons: () => import("../ar/buttons.json"),
    import: () => import("../ar/import.json"),
  },
  "ar-XB": { direction: "rtl" },
} as const;

export type Language = keyof typeof languages;
export const spokenLanguages = Object.keys(languages) as readonly Language[];
