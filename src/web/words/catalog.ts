import { type Said, said } from "../../protocol/words/icu.ts";
import { counting } from "./format.ts";

/** The texts of a part of the client in ICU's syntax, in groups and lists. */
export interface Texts {
  readonly [key: string]: Text;
}

type Text = string | readonly Text[] | Texts;

/** What a catalog says: strings, and functions of the names and numbers in a text, in the order in which it has them. */
type Words<Of> = Of extends string ? Said<Of> : { readonly [Key in keyof Of]: Words<Of[Key]> };

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
    if (!made.has(name)) made.set(name, turn(wordsOf(english, translate(name, english)?.values())));
    return made.get(name) as Words<English>;
  };

function wordsOf(english: Text, translated: Iterator<string> | undefined): unknown {
  if (typeof english === "string") return said(translated?.next().value ?? english, english, counting);
  if (Array.isArray(english)) return english.map((one: Text) => wordsOf(one, translated));
  return Object.fromEntries(Object.entries(english).map(([key, one]) => [key, wordsOf(one, translated)]));
}

/** Makes all catalogs use a translation from now on, and turns what they say. */
export function translateBy(translation: Translate, turned = (words: unknown) => words): void {
  translate = translation;
  turn = turned;
  made.clear();
}
