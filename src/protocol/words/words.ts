import { type Language, spokenLanguages } from "../language.ts";
import ar from "./ar.json" with { type: "json" };
import de from "./de.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import { type Counting, mapTexts, said, type Texts, type Words } from "./icu.ts";
import ja from "./ja.json" with { type: "json" };

const translations: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: {}, de, es, fr, ja, ar };

const countingIn = (language: Language): Counting => ({
  form: (count) => new Intl.PluralRules(language).select(count),
  number: (value) => new Intl.NumberFormat(language).format(value),
});

/**
 * Returns the texts of a page or email, by language. The English texts are passed in. Translations are in the JSON
 * files next to this file, by catalog and key ("digest.why" in `de.json`).
 */
export function words<const English extends Texts>(
  name: string,
  english: English,
): Readonly<Record<Language, Words<English>>> {
  const made = new Map<Language, unknown>();
  const wordsIn = (language: Language) => {
    if (!made.has(language)) {
      const translated = translations[language];
      const counting = countingIn(language);
      const say = (text: string, path: string) => said(translated[path] ?? text, text, counting);
      made.set(language, mapTexts(english, name, say));
    }
    return made.get(language);
  };
  const languages = spokenLanguages.map((language) => [language, { enumerable: true, get: () => wordsIn(language) }]);
  return Object.defineProperties({} as Record<Language, Words<English>>, Object.fromEntries(languages));
}
