import { changeLook } from "../../style/look.ts";
import { translateBy } from "../catalog.ts";
import { speechFor } from "./language.ts";
import { type Language, languages } from "./languages.ts";
import { speak } from "./speech.ts";

/** The script of a language: the texts of each catalog by its name (src/cli/build-web-client/translations.ts). */
interface Translations {
  readonly default?: Readonly<Record<string, readonly string[]>>;
}

/** A part of a language that loads as one script. */
type CatalogPart = Exclude<keyof (typeof languages)["de"], "direction">;

let present: Language = "en";
const loaded = new Map<string, readonly string[]>();

async function load(language: Language, part: CatalogPart): Promise<void> {
  const isMirrored = language === "ar-XB";
  const parts: Partial<Record<CatalogPart, () => Promise<object>>> = languages[isMirrored ? "en" : language];
  const script: Translations | undefined = await parts[part]?.();
  for (const [name, texts] of Object.entries(script?.default ?? {})) loaded.set(name, texts);
  const turned = isMirrored ? (await import("./pseudo.ts")).mirrored : undefined;
  translateBy((name) => loaded.get(name), turned);
}
/**
 * Selects the language before the first view is drawn. Falls back to English, which needs no loading, if another language
 * can't be loaded. "?language=de" in the URL selects a language for translators and tests.
 */
export async function chooseWords(wishes: readonly string[]): Promise<void> {
  const once = new URLSearchParams(location.search).get("language");
  const chosen = speechFor(once === null ? wishes : [once], navigator.languages);
  try {
    await load(chosen.language, "client");
  } catch {
    return;
  }
  present = chosen.language;
  speak(chosen);
  changeLook({ lang: chosen.language, dir: chosen.direction });
}

/** Preloads the language this browser used last. The user may have chosen another language since then. */
export function loadLastWords(): void {
  const last = languages[document.documentElement.lang as Language];
  if (last !== undefined && "client" in last) void last.client().catch(() => undefined);
}

/** Loads a part of the current language. The views with the part's texts must wait for it. */
export const loadWords = (part: Exclude<CatalogPart, "client">): Promise<void> => load(present, part);
