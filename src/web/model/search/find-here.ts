import { matches } from "../messages/matches.ts";
import type { Message } from "../messages/message.ts";
import type { Term } from "../places/place.ts";
import type { State } from "../state.ts";

/** A message with its text in the form in which words are looked for. */
export interface Searchable {
  readonly message: Message;
  readonly text: string;
}

/** Accents, and the vowel points of Hebrew and Arabic. Marks of other scripts, such as those of kana, tell words apart. */
const DIACRITICS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;
/** Text that has no such differences but of case. */
const PLAIN = /^[\0-\x7f]*$/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
/** Scripts without spaces between words, and Korean, whose words have endings: a word can begin anywhere. */
const ANYWHERE =
  /^[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{So}]/u;
const ENDS_IN_WORD = /[\p{L}\p{N}]$/u;

/** Text without differences of case, width and accents. */
function folded(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(DIACRITICS, "").normalize("NFKC").toLowerCase();
}

/** A message with its topic and its content as they are looked through. */
export function searchable(message: Message): Searchable {
  const content = message.content
    .replace(/<[^>]*>/g, " ")
    .replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
  const topic = message.type === "stream" ? message.subject : "";
  return { message, text: folded(`${topic}\n${content}`).replace(/\s+/g, " ") };
}

/**
 * A test of messages for a narrow, as far as it can be decided without the server. Words are found at the beginning of
 * words, and quoted phrases as they are; what only the server can decide is not found.
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
