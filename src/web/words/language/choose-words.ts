import { changeLook } from "../../style/look.ts";
import { translateBy } from "../catalog.ts";
import { speechFor } from "./language.ts";
import { type Language, languages } from "./languages.ts";
import { speak } from "./speech.ts";

/** The translations of a part, by the names of their catalogs. Their texts have no names in the script, see `named`. */
type Translations = Readonly<Record<string, unknown>>;

/** A part of a language, which is loaded as a whole. */
type Part = "client" | "settings" | "import";

let present: Language = "en";
const loaded = new Map<string, unknown>();

async function load(language: Language, part: Part): Promise<void> {
  if (language === "en") return;
  if (language === "ar-XB") {
    const { mirrored } = await import("./pseudo.ts");
    translateBy((_name, english) => mirrored(english));
    return;
  }
  const words: Translations = await languages[language][part]();
  for (const [name, texts] of Object.entries(words)) loaded.set(name, texts);
  translateBy((name, english) => {
    const words = named(english, loaded.get(name)) as typeof english;
    loaded.set(name, words);
    return words;
  });
}

/** Gives the texts of a translation the names that they have in English (src/local/web-client/translations.ts). */
function named(english: unknown, texts: unknown): unknown {
  if (!Array.isArray(texts) || Array.isArray(english)) return texts ?? english;
  return Object.fromEntries(
    Object.entries(english as object).map(([name, text], index) => [name, named(text, texts[index])]),
  );
}

/**
 * Chooses the language before the first view is drawn. English needs no loading, and stays if another language cannot be
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

/** Loads a part of the present language. Views of the part have to wait for it before they are drawn. */
export const loadWords = (part: Exclude<Part, "client">): Promise<void> => load(present, part);
