import { changeLook } from "../../style/look.ts";
import { translateBy } from "../catalog.ts";
import { speechFor } from "./language.ts";
import { type Language, languages } from "./languages.ts";
import { named } from "./named.ts";
import { speak } from "./speech.ts";

/** The translations of a part, by the names of their catalogs. Their texts have no names in the script, see `named`. */
type Translations = Readonly<Record<string, unknown>>;

/** A part of a language, which is loaded as a whole. */
type CatalogPart = "client" | "settings" | "import" | "voice";

let present: Language = "en";
const loaded = new Map<string, unknown>();

async function load(language: Language, part: CatalogPart): Promise<void> {
  const isMirrored = language === "ar-XB";
  const parts: Partial<Record<CatalogPart, () => Promise<Translations>>> = languages[isMirrored ? "en" : language];
  const words = await parts[part]?.();
  for (const [name, texts] of Object.entries(words ?? {})) loaded.set(name, texts);
  translateBy(translated);
  if (!isMirrored) return;
  const { mirrored } = await import("./pseudo.ts");
  translateBy((name, english) => mirrored(translated(name, english)));
}

function translated<Words>(name: string, english: Words): Words {
  const words = named(english, loaded.get(name)) as Words;
  loaded.set(name, words);
  return words;
}

/**
 * Chooses the language before the first view is drawn. English needs no loading for that, and stays if another language cannot be
 * loaded. "?language=de" in the address chooses a language for translators and tests.
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

/** Begins to load the words of the language that this browser's pages spoke last, before it is known whether they still do. */
export function loadLastWords(): void {
  const last = languages[document.documentElement.lang as Language];
  if (last !== undefined && "client" in last) void last.client().catch(() => undefined);
}

/** Loads a part of the present language. Views of the part have to wait for it before they are drawn. */
export const loadWords = (part: Exclude<CatalogPart, "client">): Promise<void> => load(present, part);
