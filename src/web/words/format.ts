import type { Counting } from "../../protocol/words/icu.ts";
import { clockStyle, speech } from "./language/speech.ts";

/** Caches a formatter until the language or clock changes, because formatters are slow to create. */
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
const percents = cachedFormat((locale) => new Intl.NumberFormat(locale, { style: "percent" }));
const ands = cachedFormat(() => new Intl.ListFormat(speech().language, { type: "conjunction" }));

/** A number such as "1,234". */
export const number = (value: number): string => numbers().format(value);
/** Plural rules and number format of the current language. */
export const counting: Counting = { form: (count) => rules().select(count), number };
/** Formats a share from 0 to 1 as a percentage, such as "57%". */
export const percentage = (share: number): string => percents().format(share);
/** Formats a number briefly, such as "1.2K", for places with little room. */
export const shortNumber = (value: number): string => (value < 1000 ? number(value) : shortNumbers().format(value));
/**
 * Returns a list such as "Iris, Omar, and Teresa". In right-to-left languages, each name is isolated (U+2068, U+2069),
 * because it may be in another script.
 */
export function listed(names: readonly string[]): string {
  const isRtl = speech().direction === "rtl";
  return ands().format(isRtl ? names.map((name) => `\u2068${name}\u2069`) : names);
}
/** Like `listed`, but for items that aren't shown as plain text, such as links. */
export const listedAs = <Item, Shown>(
  items: readonly Item[],
  show: (item: Item) => Shown,
): readonly (Shown | string)[] =>
  ands()
    .formatToParts(items.map((_, at) => String(at)))
    .map(({ type, value }) => (type === "element" ? show(items[Number(value)] as Item) : value));

const COMMAS: Readonly<Record<string, string>> = { ar: "، ", ja: "、" };
/** Joins names without "and", for places with little room, such as "Iris, Omar". */
export const withCommas = (names: readonly string[]): string => names.join(COMMAS[speech().language] ?? ", ");

/** Capitalizes a string for the start of a line. Many languages write day and language names in lower case. */
export const capitalized = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(speech().language) + text.slice(1);

const byName = cachedFormat((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: "base" }));
/** Compares names in the reader's language, with numbers by value. */
export const compareNames = (one: string, other: string): number => byName().compare(one, other);
