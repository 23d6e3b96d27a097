/** What a part of the client says: plain texts, and functions for those that hold numbers and names. */
interface Texts {
  readonly [key: string]: unknown;
}

/** What a translation of a catalog has to say: all that English says. */
export type Translation<Catalog extends () => Texts> = ReturnType<Catalog>;

type Translate = <Words extends Texts>(name: string, english: Words) => Words;

const inEnglish: Translate = (_name, english) => english;
let translate = inEnglish;

/**
 * What a part of the client says in the language that was chosen when the page was opened. English stands where the catalog is
 * made, and is loaded with the views that say it; a translation is found by the catalog's name (`de.ts`, `de-settings.ts`).
 */
export const catalog =
  <Words extends Texts>(name: string, english: Words): (() => Words) =>
  () =>
    translate(name, english);

/** All catalogs are said in another language from now on. */
export function translateBy(translation: Translate): void {
  translate = translation;
}
