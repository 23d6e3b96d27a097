interface Word {
  /** Form used to compare words. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Characters that are each indexed as a separate word: those of scripts written without spaces, of Korean (whose words
 * have endings), and symbols such as emoji.
 */
const SINGLES = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Yiii}]&&[\p{L}\p{M}\p{N}]]|\p{So}`;
/** Character categories of words, as in the declaration of the table message_words. */
const WORD = String.raw`[\p{L}\p{M}\p{N}\p{Co}]`;

const single = new RegExp(SINGLES, "gv");
const wordOrSingle = new RegExp(`${SINGLES}|(?:(?!${SINGLES})${WORD})+`, "gv");
/** Ignored characters: Arabic and Hebrew vowel points, kashida, enclosing marks, and variation selectors. */
const ornament = /[[\p{scx=Arab}\p{scx=Hebr}]&&\p{Mn}]|\u0640|\p{Me}|\p{Variation_Selector}/gv;
const symbol = /\p{So}/gu;
const control = /[\p{Cc}\ufffd]+/gu;

/** Returns text as it is indexed: normalized (NFKC), with spaces around every character that is a separate word. */
export function spelledOut(text: string): string {
  return normalized(text.toWellFormed().replace(symbol, " $& ")).replace(control, " ").replace(single, " $& ");
}

const normalized = (text: string) => text.normalize("NFKC").replace(ornament, "");

/** Returns the words of a string in order, split as the index splits them. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordOrSingle), ({ 0: word, index }) => ({
    text: normalized(word).toLowerCase(),
    start: index,
    end: index + word.length,
  })).filter(({ text }) => text !== "");
}

/** Counts the words of a string, stopping once there are more than `most`. */
export function wordCount(text: string, most: number): number {
  let count = 0;
  for (const _ of spelledOut(text).matchAll(wordOrSingle)) {
    count += 1;
    if (count > most) break;
  }
  return count;
}

/** A search: the index query, and the phrases checked on the text itself. */
export interface SearchQuery {
  /** FTS5 expression, or null if the operand has no word and so finds nothing. */
  readonly match: string | null;
  /** Quoted phrases, in lower case, that must occur verbatim in the text. */
  readonly exact: readonly string[];
}

/**
 * Parses the operand of `search` (messages.md 5): words, all of which must occur, and quoted phrases. Each is passed to
 * FTS5 as a quoted string, so that no operand is parsed as FTS5 syntax. A quoted string of several words is a phrase,
 * which also works for runs of single-character words and words with punctuation.
 */
export function parseSearch(operand: string): SearchQuery {
  const terms = Array.from(operand.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"|[^\s"]+/g), ({ 0: word, 1: phrase }) => ({
    text: spelledOut(phrase ?? word),
    phrase,
  })).filter(({ text }) => wordsOf(text).length > 0);
  const strings = new Set(terms.map(({ text }) => `"${text.replaceAll('"', '""').trim()}"`));
  return {
    match: strings.size === 0 ? null : [...strings].join(" AND "),
    exact: terms.flatMap(({ phrase }) => (phrase !== undefined && isAscii(phrase) ? [inOneLine(phrase)] : [])),
  };
}

/** Returns the FTS5 expression for all searches of one narrow, for highlighting. */
export const matchOfAll = (queries: readonly SearchQuery[]): string | null => {
  const matches = queries.flatMap(({ match }) => match ?? []);
  return matches.length === 0 ? null : matches.join(" AND ");
};

/**
 * True for phrases to check on the text itself. Others need no check, because only English is stemmed, and can't be
 * checked, because SQLite's lower() only converts ASCII letters.
 */
const isAscii = (text: string) => /^[\x20-\x7e\s]*$/.test(text);

const inOneLine = (phrase: string) => phrase.trim().replace(/\s+/g, " ").toLowerCase();
