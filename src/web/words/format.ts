import { clockStyle, speech } from "./language/language.ts";

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

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The plural form for a number, which replaces "#": `plural(3, { one: "# message", other: "# messages" })`. */
export function plural(count: number, forms: Forms): string {
  return (forms[rules().select(count)] ?? forms.other).replaceAll("#", number(count));
}

/** A number such as "1,234". */
export const number = (value: number): string => numbers().format(value);
/** A short number such as "1.2K", for places with little room. */
export const shortNumber = (value: number): string => (value < 1000 ? number(value) : shortNumbers().format(value));
/** A list such as "Iris, Omar, and Teresa". */
export const listed = (names: readonly string[]): string => ands().format(names);

const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
const sizes = cachedFormat((locale) =>
  UNITS.map(
    (unit) =>
      new Intl.NumberFormat(locale, {
        ...{ style: "unit", unit, maximumFractionDigits: 1 },
        // The short form would be "8 byte".
        unitDisplay: unit === "byte" ? "long" : "short",
      }),
  ),
);

/** A size such as "1.2 MB". */
export function fileSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const value = bytes / 1000 ** step;
  return sizes()[step]?.format(value >= 10 ? Math.round(value) : value) ?? String(bytes);
}

const byName = cachedFormat((locale) => new Intl.Collator(locale, { numeric: true, sensitivity: "base" }));
/** Compares names in the order of the reader's language, with numbers by their value. */
export const compareNames = (one: string, other: string): number => byName().compare(one, other);
