import { describe, expect, test } from "vitest";
import { spokenLanguages } from "../../../src/web/words/language/languages.ts";
import { mistakesIn, mistakesOf, saidIn, sampleFor } from "../../support/icu.ts";
import { english, translations } from "./catalogs.ts";
import { isLongByNature, longestFor, sameAsEnglish } from "./exceptions.ts";
import { typographyOf, withoutCode } from "./typography.ts";

const englishTexts = Object.entries<string>(Object.assign({}, ...Object.values(english)));

test("every language users can choose has a folder of translations, and vice versa", () => {
  const named = spokenLanguages.filter((language) => language !== "en" && language !== "ar-XB");
  expect(translations.map(({ language }) => language).sort()).toEqual([...named].sort());
});

test("English texts follow the typographic rules", () => {
  const wrong = englishTexts.flatMap(([path, text]) => mistakesIn("en", text).map((mistake) => `${path} ${mistake}`));
  expect(wrong).toEqual([]);
});

describe.each(translations)("language $language", ({ language, texts }) => {
  const all: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(texts));
  /** Each text with its English text. */
  const pairs = englishTexts.flatMap(([path, text]) => {
    const own = all[path];
    if (own === undefined) return [];
    const values = sampleFor(text);
    return { path, text, translated: saidIn(language, own, text, values), original: saidIn("en", text, text, values) };
  });

  test("has all English texts, and no others, in the same files", () => {
    const keys = (parts: object) =>
      Object.entries(parts).flatMap(([part, own]) =>
        Object.keys(own).map((key) => `src/web/words/${language}/${part}.json ${key}`),
      );
    expect(keys(texts).sort()).toEqual(keys(english).sort());
  });

  test("keeps the parameters and numbers of each text, and has the language's plural forms", () => {
    const wrong = pairs.flatMap(({ path, text }) =>
      mistakesOf(language, all[path] ?? "", text).map((mistake) => `${path} ${mistake}`),
    );
    expect(wrong).toEqual([]);
  });

  test("contains no English, except names and words that both languages share", () => {
    const left = pairs.filter(
      ({ translated, original }) =>
        translated === original && /\p{L}{2}/u.test(original) && !sameAsEnglish(language, original),
    );
    expect(left.map(({ path, original }) => `${path}: ${original}`)).toEqual([]);
  });

  test("has an ellipsis in the placeholder of an upload", () => {
    expect(all["compose.uploading"]).toContain("…");
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
