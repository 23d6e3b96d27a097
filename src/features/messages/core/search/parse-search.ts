import { hasWord, spelledOut } from "./words.ts";

/** A search: the index query, and what is tested on the text itself. */
export interface SearchQuery {
  /** FTS5 expression, or null if the operand has no word and so finds nothing. */
  readonly match: string | null;
  /** Quoted phrases, in lower case, that must occur verbatim in the text. */
  readonly exact: readonly string[];
}

/**
 * Parses the operand of `search` (messages.md 5): words, all of which must occur, and quoted phrases. FTS5 gets each as
 * a quoted string, so that no operand is parsed as FTS5 syntax. A quoted string of several words is a phrase, which
 * also suits runs of single-character words and words with punctuation.
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

/** Returns the FTS5 expression for all searches of one narrow, for highlighting. */
export const matchOfAll = (queries: readonly SearchQuery[]): string | null => {
  const matches = queries.flatMap(({ match }) => match ?? []);
  return matches.length === 0 ? null : matches.join(" AND ");
};

/**
 * True for phrases that are tested on the text, because only English is stemmed, and SQLite's lower() only knows ASCII
 * letters.
 */
const isAscii = (text: string) => /^[\x20-\x7e\s]*$/.test(text);

const inOneLine = (phrase: string) => phrase.trim().replace(/\s+/g, " ").toLowerCase();
