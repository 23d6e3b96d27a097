/**
 * Characters that show nothing, or show text elsewhere than where it stands: controls, marks of direction, zero-width ones,
 * tags, and selectors of variants that can carry a hidden text.
 */
const HIDDEN =
  /(?!\n)[\p{Cc}\p{Cf}]|\u034F|[\u115F\u1160\u3164\uFFA0]|\u17B4|\u17B5|\p{Variation_Selector}(?<!\uFE0F)|[\u{E0000}-\u{E0FFF}]/gu;

const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;

/** A text that people have written, without what a reader would not see. */
export const cleaned = (text: string): string =>
  text.toWellFormed().replace(LINE_ENDS, "\n").replace(/\t/g, " ").replace(HIDDEN, "");

/** The same in one line, such as a name. */
export const inOneLine = (text: string): string => cleaned(text).replace(/\s+/g, " ").trim();

/** A text whose further lines are indented: none of them looks like the beginning of something else. */
export const indented = (text: string): string => cleaned(text).trim().replace(/\n+/g, "\n  ");

/** The beginning of a text, of so many characters at most; says so where it is cut. */
export function beginning(text: string, most: number): string {
  const characters = text.length <= most ? text.length : lastWhole(text, most);
  return characters === text.length ? text : `${text.slice(0, characters)}…`;
}

/** The last place before which a text can be cut without halving a character. */
const lastWhole = (text: string, at: number): number => (/[\uD800-\uDBFF]/.test(text[at - 1] ?? "") ? at - 1 : at);
