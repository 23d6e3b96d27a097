/** The texts of a part of the client: plain texts, and functions for texts with numbers or names in them. */
interface Texts {
  readonly [key: string]: unknown;
}

/** The type of a catalog's translation, which has all texts of the English catalog. */
export type Translation<Catalog extends () => Texts> = ReturnType<Catalog>;

type Translate = <Words extends Texts>(name: string, english: Words) => Words;

const inEnglish: Translate = (_name, english) => english;
let translate = inEnglish;

/**
 * Makes a catalog: the texts of a part of the client, in the language that was chosen when the page was opened. The English
 * texts stand in the call, and are loaded with the views that show them; a translation is found by the catalog's name
 * (`de/client.ts`, `de/settings.ts`).
 */
export const catalog =
  <Words extends Texts>(name: string, english: Words): (() => Words) =>
  () =>
    translate(name, english);

/** Makes all catalogs use a translation from now on. */
export function translateBy(translation: Translate): void {
  translate = translation;
}
