import { describe, expect, test } from "vitest";
import { spokenLanguages } from "../../../src/web/words/language/languages.ts";
import { mistakesIn, mistakesOf, saidIn, sampleFor } from "../../support/icu.ts";
import { english, translations } from "./catalogs.ts";
import { isLongByNature, longestFor, sameAsEnglish } from "./exceptions.ts";
import { typographyOf, withoutCode } from "./typography.ts";

const englishTexts = Object.entries<string>(Object.assign({}, ...Object.values(english)));

/** Which values a text shows, by their places. */
const shownOf = (values: readonly unknown[], text: string) =>
  values.flatMap((value, at) => (text.includes(String(value)) ? [at] : []));

test("each folder of translations belongs to an available language, and each available language has one", () => {
  const named = spokenLanguages.filter((language) => language !== "en" && language !== "ar-XB");
  expect(translations.map(({ language }) => language).sort()).toEqual([...named].sort());
});

test("English texts are written as they have to be", () => {
  const wrong = englishTexts.flatMap(([path, text]) => mistakesIn("en", text).map((mistake) => `${path} ${mistake}`));
  expect(wrong).toEqual([]);
});

describe.each(translations)("language $language", ({ language, texts }) => {
  const all: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(texts));
  /** What each text says, beside what English says. */
  const pairs = englishTexts.map(([path, text]) => {
    const values = sampleFor(text);
    const says = (values: readonly unknown[]) => saidIn(language, all[path] ?? "", text, values);
    return { path, text, values, says, translated: says(values), original: saidIn("en", text, text, values) };
  });

  test("has the texts that English has, in the same files", () => {
    const keys = (parts: object) => Object.entries(parts).map(([part, own]) => [part, Object.keys(own).sort()]);
    expect(Object.fromEntries(keys(texts))).toEqual(Object.fromEntries(keys(english)));
  });

  test("has texts with the parameters of English, and with the plural forms of the language", () => {
    const wrong = pairs.flatMap(({ path, text }) =>
      mistakesOf(language, all[path] ?? "", text).map((mistake) => `${path} ${mistake}`),
    );
    expect(wrong).toEqual([]);
  });

  test("shows all names and numbers that English shows", () => {
    const lost = pairs.filter(({ values, translated, original }) => {
      const shown = shownOf(values, translated);
      return !shownOf(values, original).every((at) => shown.includes(at));
    });
    expect(lost.map(({ path }) => path)).toEqual([]);
  });

  test("says the numbers of its counts", () => {
    // A language with a form for two alone says what it counts up to there in words.
    const inWords = new Intl.PluralRules(language).select(2) === "two" ? 2 : -1;
    const lost = pairs.flatMap(({ path, text, values, says }) =>
      values.flatMap((value, at) =>
        [0, 1, 2, 3, 11, 100]
          .filter((count) => {
            if (typeof value !== "number" || count <= inWords) return false;
            const counted = values.with(at, count);
            const shows = (one: string) => one.includes(String(count));
            return shows(saidIn("en", text, text, counted)) && !shows(says(counted));
          })
          .map((count) => `${path}: ${count}`),
      ),
    );
    expect(lost).toEqual([]);
  });

  test("contains no English except names and shared words", () => {
    const left = pairs.filter(
      ({ translated, original }) =>
        translated === original && /\p{L}{2}/u.test(original) && !sameAsEnglish(language, original),
    );
    expect(left.map(({ path, original }) => `${path}: ${original}`)).toEqual([]);
  });

  test("keeps labels and buttons short", () => {
    const long = pairs.filter(
      ({ path, translated, original }) => translated.length > longestFor(original) && !isLongByNature(language, path),
    );
    expect(long.map(({ path, original, translated }) => `${path}: ${original} -> ${translated}`)).toEqual([]);
  });

  test("follows its typographic rules", () => {
    const wrong = pairs.flatMap(({ path, translated }) =>
      Object.entries(typographyOf(language))
        .filter(([, breaks]) => breaks(withoutCode(translated)))
        .map(([rule]) => `${path}: ${rule}: ${translated}`),
    );
    expect(wrong).toEqual([]);
  });
});
