/**
 * Characters that are invisible or move text: control characters, direction marks, zero-width characters, tags, and
 * variation selectors, which can carry hidden text.
 */
const HIDDEN =
  /(?!\n)[\p{Cc}\p{Cf}]|\u034F|[\u115F\u1160\u3164\uFFA0]|\u17B4|\u17B5|\p{Variation_Selector}(?<!\uFE0F)|[\u{E0000}-\u{E0FFF}]/gu;

const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** Removes what a reader wouldn't see from a text written by users. */
export const cleaned = (text: string): string =>
  text.toWellFormed().replace(LINE_ENDS, "\n").replace(/\t/g, " ").replace(HIDDEN, "");

/** Cleans a string such as a name, and puts it on one line. */
export const inOneLine = (text: string): string => cleaned(text).replace(/\s+/g, " ").trim();

/** Indents all lines but the first, so that none can look like the start of another entry. */
export const indented = (text: string): string => cleaned(text).trim().replace(/\n+/g, "\n  ");

/** Truncates a string to `most` characters, ending in `…` if it was longer. */
export function truncate(text: string, most: number): string {
  const characters = text.length <= most ? text.length : lastWhole(text, most);
  return characters === text.length ? text : `${text.slice(0, characters)}…`;
}

/** Returns the last index where a text can be cut without splitting a surrogate pair. */
const lastWhole = (text: string, at: number): number => (/[\uD800-\uDBFF]/.test(text[at - 1] ?? "") ? at - 1 : at);
