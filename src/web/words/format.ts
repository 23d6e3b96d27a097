import type { Counting } from "../../protocol/words/icu.ts";
import { clockStyle, speech } from "./language/speech.ts";

/** Caches a formatter until another language or clock is chosen, because formatters are slow to make. */
export function cachedFormat<Format>(make: (locale: string) => Format): () => Format {
  let kept: { readonly for: string; readonly format: Format } | undefined;
  return () => {
    const { locale } = speech();
    const wanted = `${locale} ${clockStyle()}`;
    if (kept?.for !== wanted) kept = { for: wanted, format: make(locale) };
    return kept.format;
  };
}

const rules = cachedFormat(() => new Intl.PluralRules(speech().language));
const numbers = cachedFormat((locale) => new Intl.NumberFormat(locale));
const shortNumbers = cachedFormat((locale) => new Intl.NumberFormat(locale, { notation: "compact" }));
const ands = cachedFormat(() => new Intl.ListFormat(speech().language, { type: "conjunction" }));

/** A number such as "1,234". */
export const number = (value: number): string => numbers().format(value);
/** How the present language counts in texts. */
export const counting: Counting = { form: (count) => rules().select(count), number };
/** A short number such as "1.2K", for places with little room. */
export const shortNumber = (value: number): string => (value < 1000 ? number(value) : shortNumbers().format(value));
/** A list such as "Iris, Omar, and Teresa". From right to left, names of another script are kept apart (U+2068, U+2069). */
export function listed(names: readonly string[]): string {
  const isRtl = speech().direction === "rtl";
  return ands().format(isRtl ? names.map((name) => `\u2068${name}\u2069`) : names);
}

/** A text with a capital letter for the beginning of a line: languages write the names of days and languages without. */
export const capitalized = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(speech().language) + text.slice(1);

const byName = cachedFormat((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: "base" }));
/** Compares names in the order of the reader's language, with numbers by their value. */
export const compareNames = (one: string, other: string): number => byName().compare(one, other);
