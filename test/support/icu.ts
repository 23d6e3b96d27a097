import { type Counting, type Part, type Placeholder, read, said } from "../../src/protocol/words/icu.ts";

const isPlace = (part: Part): part is Placeholder => typeof part !== "string";

/** Returns all placeholders of a text, including those within plural forms. */
const placesIn = (parts: readonly Part[]): Placeholder[] =>
  parts.filter(isPlace).flatMap((place) => [place, ...Object.values(place.forms).flatMap(placesIn)]);

/**
 * Formats parsed parts as source text. If the result differs from the original text, that text has a mistake or an
 * extra space.
 */
function sourceOf(parts: readonly Part[], counted?: string): string {
  const sources = parts.map((part) => {
    if (!isPlace(part)) return part;
    const { name, kind, forms } = part;
    if (kind === "text") return `{${name}}`;
    if (kind === "number") return name === counted ? "#" : `{${name}, number}`;
    const own = kind === "plural" ? name : counted;
    return `{${name}, ${kind}, ${Object.entries(forms)
      .map(([form, one]) => `${form} {${sourceOf(one, own)}}`)
      .join(" ")}}`;
  });
  return sources.join("");
}

/** Returns the quoted parts of a text, which are code, without the strings in them, which languages translate. */
const quotedIn = (text: string): string[] =>
  (text.match(/'[{}#][^']*'/g) ?? []).map((code) => code.replace(/"[^"]*"/g, '""')).sort();

/**
 * Returns the plural forms that a language needs for whole numbers. A form that is only for whole millions can be
 * omitted.
 */
function pluralForms(language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 1000 }, (_none, count) => rules.select(count)))];
}

const countingIn = (language: string): Counting => ({
  form: (count) => new Intl.PluralRules(language).select(count),
  number: (value) => new Intl.NumberFormat(`${language}-u-nu-latn`).format(value),
});

/** Returns a text's own mistakes, without comparing it to the English text. */
export function mistakesIn(language: string, text: string): string[] {
  const { parts } = read(text);
  const source = sourceOf(parts).replace(/'/g, "");
  const plurals = placesIn(parts).filter(({ kind }) => kind === "plural");
  const needed = plurals.length === 0 ? [] : pluralForms(language);
  const isComplete = ({ forms }: Placeholder) => {
    const own = Object.keys(forms).filter((form) => !/^=\d+$/.test(form));
    const known = [...needed, "many"];
    return (
      own.join() === "other" ||
      (needed.every((form) => own.includes(form)) && own.every((form) => known.includes(form)))
    );
  };
  return [
    ...(source === text.replace(/'/g, "") ? [] : ["is no valid text, or has other spaces"]),
    ...(placesIn(parts).every(({ kind, forms }) => kind !== "select" || "other" in forms)
      ? []
      : ["a select needs other"]),
    ...(plurals.every(isComplete) ? [] : [`a plural needs ${needed.join(", ")}`]),
  ];
}

/** Returns the parameters that the English text shows with these values, but the translation doesn't. */
function lostWith(language: string, text: string, english: string, values: readonly unknown[]): string[] {
  const shows = (own: string, of: string, value: unknown) =>
    saidIn(own, of, english, values).includes(
      typeof value === "number" ? countingIn(own).number(value) : String(value),
    );
  return read(english).names.filter((_name, at) => {
    const value = values[at];
    return shows("en", english, value) && !shows(language, text, value) && !shows(language, text, String(value));
  });
}

/**
 * Returns the counts that a translation doesn't show. A language with a plural form for two can write counts up to two
 * as words.
 */
function countsLost(language: string, text: string, english: string): string[] {
  const inWords = new Intl.PluralRules(language).select(2) === "two" ? 2 : -1;
  const values = sampleFor(english);
  return read(english).names.flatMap((name, at) =>
    [0, 1, 2, 3, 11, 100]
      .filter((count) => typeof values[at] === "number" && count > inWords)
      .filter((count) => lostWith(language, text, english, values.with(at, count)).includes(name))
      .map((count) => `does not say ${count} as {${name}}`),
  );
}

export function mistakesOf(language: string, text: string, english: string): string[] {
  const [own, wanted] = [read(text), read(english)];
  const unknown = own.names.filter((name) => !wanted.names.includes(name));
  return [
    ...mistakesIn(language, text),
    ...unknown.map((name) => `{${name}} has no value`),
    ...lostWith(language, text, english, sampleFor(english)).map((name) => `does not show {${name}}`),
    ...countsLost(language, text, english),
    ...(quotedIn(text).join() === quotedIn(english).join() ? [] : ["what is in quotes differs"]),
    ...(text.trim() === "" ? ["is empty"] : []),
  ];
}

/** Returns values for the parameters of a text that can be recognized in the result: names and numbers. */
export function sampleFor(english: string): readonly unknown[] {
  const { parts, names } = read(english);
  const places = placesIn(parts);
  return names.map((name, at) => {
    const kinds = places.filter((place) => place.name === name).map(({ kind }) => kind);
    return kinds.includes("select") ? true : kinds.includes("text") ? `Xyz${at}` : 701 + at;
  });
}

/** Formats a text with these values in a language. */
export function saidIn(language: string, text: string, english: string, values: readonly unknown[]): string {
  const says = said(text, english, countingIn(language));
  return typeof says === "function" ? says(...values) : says;
}
