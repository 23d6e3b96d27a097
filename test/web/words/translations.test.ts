import { describe, expect, test } from "vitest";
import { number } from "../../../src/web/words/format.ts";
import { spokenLanguages } from "../../../src/web/words/language/languages.ts";
import { english, inLanguage, said, textsOf, translations } from "./catalogs.ts";
import { isLongByNature, longestFor, sameAsEnglish } from "./exceptions.ts";
import { typographyOf, withoutCode } from "./typography.ts";

const englishTexts = textsOf(english);

/** Recognizable arguments: counts, names, and lists of names. */
const ARGUMENTS = [(at: number) => 701 + at, (at: number) => `Xyz${at}`, (at: number) => [`Xyz${at}`]];

/** The arguments a text takes: those the English text shows most of. */
function argumentsOf(text: (...args: unknown[]) => unknown): readonly unknown[] {
  let choices: unknown[][] = [[]];
  for (let at = 0; at < text.length; at++)
    choices = choices.flatMap((before) => ARGUMENTS.map((make) => [...before, make(at)]));
  const count = (args: readonly unknown[]) =>
    shownOf(args, said(text, args)).length - (/NaN|undefined|‹/.test(said(text, args) ?? "NaN") ? 10 : 0);
  return choices.reduce((best, args) => (count(args) > count(best) ? args : best), choices[0] ?? []);
}

/** Indexes of the arguments that a text shows. */
const shownOf = (args: readonly unknown[], text = "") =>
  args.flatMap((arg, at) => (text.includes(typeof arg === "number" ? number(arg) : String(arg)) ? [at] : []));

/** Texts that are functions, with their arguments. */
const functions = englishTexts.flatMap(({ path, text }) =>
  typeof text === "function" ? [{ path, text, args: argumentsOf(text as (...args: unknown[]) => unknown) }] : [],
);
const argumentsAt = new Map(functions.map(({ path, args }) => [path, args]));

test("each folder of translations belongs to an available language, and each available language has one", () => {
  const named = spokenLanguages.filter((language) => language !== "en" && language !== "ar-XB");
  expect(translations.map(({ language }) => language).sort()).toEqual([...named].sort());
});

describe.each(translations)("language $language", ({ language, catalogs, sources }) => {
  const texts = textsOf(catalogs);
  const byPath = new Map(texts.map(({ path, text }) => [path, text]));

  test("has the same texts as English, of the same kinds and in the same order, as translations carry no keys", () => {
    const kinds = (all: object) =>
      Object.fromEntries(
        Object.entries(all).map(([name, one]) => [
          name,
          textsOf(one).map(({ path, text }) => `${path} is a ${typeof text}`),
        ]),
      );
    expect(kinds(catalogs)).toEqual(kinds(english));
  });

  test("has no empty text", () => {
    expect(texts.filter(({ text }) => typeof text === "string" && text.trim() === "")).toEqual([]);
  });

  test("shows all names and numbers that the English text shows", () => {
    const lost = functions.flatMap(({ path, text, args }) => {
      const wanted = shownOf(args, said(text, args));
      const shown = inLanguage(language, () => shownOf(args, said(byPath.get(path), args)));
      return wanted.every((at) => shown.includes(at)) ? [] : [path];
    });
    expect(lost).toEqual([]);
  });

  test("has all plural forms of its counts", () => {
    const rules = new Intl.PluralRules(language);
    // A form only for whole millions may be missing: `plural` falls back to the other form.
    const needed = [...new Set(Array.from({ length: 1000 }, (_none, count) => rules.select(count)))].sort();
    const wrong = Object.entries(sources).flatMap(([path, source]) =>
      [...source.matchAll(/\bplural\(\s*\w+,\s*\{((?:"[^"]*"|`[^`]*`|[^{}"`])*)\}/g)].flatMap(([call, forms = ""]) => {
        const has = [...forms.replace(/"[^"]*"|`[^`]*`/g, '""').matchAll(/\b(\w+):/g)].map(([, name = ""]) => name);
        const knows = has.every((form) => form === "many" || needed.some((one) => one === form));
        const isSame = has.length === 1 && has[0] === "other";
        return knows && (isSame || needed.every((form) => has.includes(form))) ? [] : [`${path}: ${call}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test("shows the numbers of its counts", () => {
    // A language with a dual form spells out counts up to two.
    const inWords = new Intl.PluralRules(language).select(2) === "two" ? 2 : -1;
    const lost = functions.flatMap(({ path, text, args }) =>
      args.flatMap((arg, at) =>
        [0, 1, 2, 3, 11, 100]
          .filter((count) => {
            if (typeof arg !== "number" || count <= inWords) return false;
            const counted = args.with(at, count);
            const says = (one: unknown) => (said(one, counted) ?? "").includes(number(count));
            return says(text) && !inLanguage(language, () => says(byPath.get(path)));
          })
          .map((count) => `${path}: ${count}`),
      ),
    );
    expect(lost).toEqual([]);
  });

  /** Each text next to its English original. */
  const pairs = englishTexts.flatMap(({ path, text }) => {
    const args = argumentsAt.get(path) ?? [];
    const translated = inLanguage(language, () => said(byPath.get(path), args));
    const original = said(text, args);
    return translated === undefined || original === undefined ? [] : [{ path, translated, original }];
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
