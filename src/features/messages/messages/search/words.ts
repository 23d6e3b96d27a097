/** A word of a text, and its range there. */
interface Word {
  /** The form in which words are compared. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Characters each of which is indexed as a word of its own: those of scripts that are written without spaces, of
 * Korean, whose words have endings, and symbols such as emoji.
 */
const SINGLES = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}]&&[\p{L}\p{M}\p{N}]]|\p{So}`;
/** The character categories of words, the same as in the declaration of the table message_words. */
const WORD = String.raw`[\p{L}\p{M}\p{N}\p{Co}]`;

const single = new RegExp(SINGLES, "gv");
const wordOrSingle = new RegExp(`${SINGLES}|(?:(?!${SINGLES})${WORD})+`, "gv");
/** Characters that are ignored: Arabic and Hebrew vowel points, kashida, enclosing marks, and variation selectors. */
const ornament = /[[\p{scx=Arab}\p{scx=Hebr}]&&\p{Mn}]|\u0640|\p{Me}|\p{Variation_Selector}/gv;
const symbol = /\p{So}/gu;
const control = /[\p{Cc}\ufffd]+/gu;

/** Text as it is indexed: normalized (NFKC), with a space around every character that is a word of its own. */
export function spelledOut(text: string): string {
  return normalized(text.toWellFormed().replace(symbol, " $& ")).replace(control, " ").replace(single, " $& ");
}

const normalized = (text: string) => text.normalize("NFKC").replace(ornament, "");

/** The words of a text in order, divided as the index divides them. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordOrSingle), ({ 0: word, index }) => ({
    text: normalized(word).toLowerCase(),
    start: index,
    end: index + word.length,
  })).filter(({ text }) => text !== "");
}

/** Counts the words of a text; stops once there are more than `most`. */
export function wordCount(text: string, most: number): number {
  let count = 0;
  for (const _ of spelledOut(text).matchAll(wordOrSingle)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

export const hasWord = (text: string) => wordsOf(text).length > 0;
