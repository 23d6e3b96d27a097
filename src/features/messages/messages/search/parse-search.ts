import { hasWord, spelledOut } from "./words.ts";

/** What a search asks of the index, and of the text itself. */
export interface SearchQuery {
  /** An FTS5 expression; null if the operand has no word in it, and so finds nothing. */
  readonly match: string | null;
  /** Quoted phrases, in lower case, that must stand in the text as they are. */
  readonly exact: readonly string[];
}

/**
 * The operand of `search` (messages.md 5): words, all of which must occur, and quoted phrases. Everything reaches
 * FTS5 as a quoted string, so that no operand can be an expression of its own or a wrong one; a quoted string of
 * several words is a phrase, which is what a run of single characters or a word with punctuation in it has to be.
 */
export function parseSearch(operand: string): SearchQuery {
  const terms = Array.from(operand.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"|[^\s"]+/g), ({ 0: word, 1: phrase }) => ({
    text: spelledOut(phrase ?? word),
    phrase,
  })).filter(({ text }) => hasWord(text));
  const strings = new Set(terms.map(({ text }) => `"${text.replaceAll('"', '""').trim()}"`));
  return {
    match: strings.size === 0 ? null : [...strings].join(" AND "),
    exact: terms.flatMap(({ phrase }) => (phrase !== undefined && isAscii(phrase) ? [inOneLine(phrase)] : [])),
  };
}

/** Several searches of one narrow, as one expression for highlighting. */
export const matchOfAll = (queries: readonly SearchQuery[]): string | null => {
  const matches = queries.flatMap(({ match }) => match ?? []);
  return matches.length === 0 ? null : matches.join(" AND ");
};

/** Only English words are stemmed, and SQLite compares other scripts case by case: there the index's word stands. */
const isAscii = (text: string) => /^[\x20-\x7e\s]*$/.test(text);

const inOneLine = (phrase: string) => phrase.trim().replace(/\s+/g, " ").toLowerCase();
