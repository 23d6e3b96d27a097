import { mapTexts, said, type Texts, type Words } from "../../protocol/words/icu.ts";
import { counting } from "./format.ts";

/** Finds a catalog's texts in another language, in the order of the English ones. */
type Translate = (name: string, english: Texts) => readonly string[] | undefined;

let translate: Translate = () => undefined;
let turn = (words: unknown) => words;
const made = new Map<string, unknown>();

/**
 * Makes a catalog: the texts of a part of the client, in the language that was chosen when the page was opened. The English
 * texts stand in the call, and are loaded with the views that show them; a translation has them by the catalog's name and
 * theirs ("channels.empty.title" in `de/client.json`, `de/settings.json`).
 */
export const catalog =
  <const English extends Texts>(name: string, english: English): (() => Words<English>) =>
  () => {
    if (!made.has(name)) {
      const translated = translate(name, english)?.values();
      const say = (text: string) => said(translated?.next().value ?? text, text, counting);
      made.set(name, turn(mapTexts(english, name, say)));
    }
    return made.get(name) as Words<English>;
  };

/** Makes all catalogs use a translation from now on, and turns what they say. */
export function translateBy(translation: Translate, turned = (words: unknown) => words): void {
  translate = translation;
  turn = turned;
  made.clear();
}
