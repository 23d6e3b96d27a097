/** A word as it stands in a text. */
interface Word {
  /** Its form for comparison. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Scripts that are written without spaces, where a word is any run of characters, Korean with them because its
 * words carry endings; and symbols, emoji among them. Each of their characters is a word of the index.
 */
const SINGLES = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}]&&[\p{L}\p{M}\p{N}]]|\p{So}`;
/** The categories that message_words is declared with. */
const WORD = String.raw`[\p{L}\p{M}\p{N}\p{Co}]`;

const single = new RegExp(SINGLES, "gv");
const wordOrSingle = new RegExp(`${SINGLES}|(?:(?!${SINGLES})${WORD})+`, "gv");
/** Vowel points, which Arabic and Hebrew are mostly written without, the stretching of lines, and choices of a glyph. */
const ornament = /[[\p{scx=Arab}\p{scx=Hebr}]&&\p{Mn}]|\u0640|\p{Me}|\p{Variation_Selector}/gv;
const symbol = /\p{So}/gu;
const control = /[\p{Cc}\ufffd]+/gu;

/** Text as the index holds it: one form of each character, and a space around every character that is a word. */
export function spelledOut(text: string): string {
  return normalized(text.toWellFormed().replace(symbol, " $& ")).replace(control, " ").replace(single, " $& ");
}

const normalized = (text: string) => text.normalize("NFKC").replace(ornament, "");

/** The words of a text in order, divided as the index divides it. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordOrSingle), ({ 0: word, index }) => ({
    text: normalized(word).toLowerCase(),
    start: index,
    end: index + word.length,
  })).filter(({ text }) => text !== "");
}

/** How many words a text has, as far as it matters: past `most` they are not counted. */
export function wordCount(text: string, most: number): number {
  let count = 0;
  for (const _ of spelledOut(text).matchAll(wordOrSingle)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

export const hasWord = (text: string) => wordsOf(text).length > 0;
