import { mapTexts, said, type Texts, type Words } from "../../protocol/words/icu.ts";
import { counting } from "./format.ts";

/** Returns a catalog's texts in another language, in the order of the English texts. Undefined if there are none. */
type Translate = (name: string, english: Texts) => readonly string[] | undefined;

let translate: Translate = () => undefined;
let turn = (words: unknown) => words;
const made = new Map<string, unknown>();

/**
 * Creates a catalog: the texts of a part of the client, in the language chosen when the page opened. The English texts
 * are passed in, so they load with the views that show them. Translations list them by catalog and key
 * ("channels.empty.title" in `de/client.json`, `de/settings.json`).
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

/** Switches all catalogs to a translation, with an optional transformation of the texts. */
export function translateBy(translation: Translate, turned = (words: unknown) => words): void {
  translate = translation;
  turn = turned;
  made.clear();
}
