import type { Message } from "../message.ts";
import { matches } from "../messages/matches.ts";
import type { Term } from "../routes/place.ts";
import type { State } from "../state.ts";

/** A message with its text normalized for searching. */
export interface Searchable {
  readonly message: Message;
  readonly text: string;
}

/** Accents, and the vowel points of Hebrew and Arabic. Marks of other scripts, such as kana, distinguish words. */
const DIACRITICS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
/** Text that only needs lowercasing. */
const PLAIN = /^[\0-\x7f]*$/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
/** Scripts without spaces between words, and Korean, whose words have endings. A match can start anywhere. */
const ANYWHERE =
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{So}]/u;
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;

/** Normalizes case, width and accents. */
function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(DIACRITICS, "").normalize("NFKC").toLowerCase();
}

export function searchable(message: Message): Searchable {
  const content = message.content
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  const topic = message.type === "stream" ? message.subject : "";
  return { message, text: folded(`${topic}\n${content}`).replace(/\s+/g, " ") };
}

/**
 * Returns a function that checks without the server whether a message matches a narrow. Words and quoted phrases match
 * from the beginning of a word. Terms that only the server can decide match nothing.
 */
export function finderOf(terms: readonly Term[], state: State): (one: Searchable) => boolean {
  const tests = terms.map((term): ((one: Searchable) => boolean) => {
    const test = testOf(term, state);
    return term.negated === true ? (one) => test(one) === false : (one) => test(one) === true;
  });
  return (one) => tests.every((test) => test(one));
}

function testOf({ operator, operand }: Term, state: State): (one: Searchable) => boolean | undefined {
  if (operator === "search") {
    const wanted = wordsOf(String(operand));
    return ({ text }) => wanted.length > 0 && wanted.every((word) => hasWord(text, word));
  }
  const pattern = operator === "has" ? HAS[String(operand)] : undefined;
  if (pattern !== undefined) return ({ message }) => pattern.test(message.content);
  const term = { operator, operand };
  return ({ message }) => matches([term], message, state);
}

const HAS: Readonly<Record<string, RegExp>> = {
  link: /<a [^>]*href="(?!#|\/#)/,
  image: /<img (?![^>]*class="emoji")|<video /,
  attachment: /(?:href|src)="[^"]*\/?user_uploads\//,
};

const wordsOf = (operand: string): readonly string[] =>
  Array.from(operand.replace(/[“”„]/g, '"').matchAll(/"([^"]*)"|[^\s"]+/g), ([word, phrase]) =>
    folded(phrase ?? word)
      .replace(/\s+/g, " ")
      .trim(),
  ).filter((word) => word !== "");

function hasWord(text: string, word: string): boolean {
  const isFree = ANYWHERE.test(word) || !/^[\p{L}\p{N}]/u.test(word);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (isFree || at === 0 || !ENDS_IN_WORD.test(text.slice(Math.max(0, at - 2), at))) return true;
  }
  return false;
}
