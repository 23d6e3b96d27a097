import { describe, expect, test } from "vitest";
import { spokenLanguages } from "../../../src/web/words/language/languages.ts";
import { mistakesIn, mistakesOf, saidIn, sampleFor } from "../../support/icu.ts";
import { english, translations } from "./catalogs.ts";
import { isLongByNature, longestFor, sameAsEnglish } from "./exceptions.ts";
import { typographyOf, withoutCode } from "./typography.ts";

const englishTexts = Object.entries<string>(Object.assign({}, ...Object.values(english)));

test("each folder of translations is a language that people can choose, and each of these has one", () => {
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
    const translated = saidIn(language, all[path] ?? "", text, values);
    return { path, text, translated, original: saidIn("en", text, text, values) };
  });

  test("has the texts that English has, in the same files", () => {
    const keys = (parts: object) => Object.entries(parts).map(([part, own]) => [part, Object.keys(own).sort()]);
    expect(Object.fromEntries(keys(texts))).toEqual(Object.fromEntries(keys(english)));
  });

  test("has the parameters of each text, its numbers, and the plural forms of the language", () => {
    const wrong = pairs.flatMap(({ path, text }) =>
      mistakesOf(language, all[path] ?? "", text).map((mistake) => `${path} ${mistake}`),
    );
    expect(wrong).toEqual([]);
  });

  test("leaves no English, names and words that both languages have excepted", () => {
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
