/** The qualities of a match between a name and the typed text; less is better. */
export const FIT = {
  whole: 0,
  start: 1,
  /** The start of a later word, or the starts of several words in their order. */
  word: 2,
  within: 3,
  /** All letters in their order, with others between them. */
  scattered: 4,
  not: 5,
} as const;

type Fit = (typeof FIT)[keyof typeof FIT];

const letter = /[\p{L}\p{N}]/u;

/** Whether a word starts at a position. Each ideograph and kana counts as a word, since these scripts have no spaces. */
function startsWord(name: string, at: number): boolean {
  if (at === 0) return true;
  const code = name.charCodeAt(at - 1);
  // Most names are ASCII; they are in lower case here.
  if (code < 128) return !((code >= 97 && code <= 122) || (code >= 48 && code <= 57));
  const before = name.charAt(at - 1);
  return !letter.test(before) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(before);
}

function startsSomeWord(name: string, typed: string): number {
  for (let at = name.indexOf(typed); at !== -1; at = name.indexOf(typed, at + 1)) if (startsWord(name, at)) return at;
  return -1;
}

/** Whether each typed word starts a word of the name, in the same order: "ir sm" and "Iris Smith". */
function startsWords(name: string, words: readonly string[]): boolean {
  let rest = name;
  for (const word of words) {
    const at = startsSomeWord(rest, word);
    if (at === -1) return false;
    rest = rest.slice(at + word.length);
  }
  return true;
}

function isScattered(name: string, typed: string): boolean {
  let at = -1;
  for (const character of typed) {
    if (character === " ") continue;
    at = name.indexOf(character, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** The quality of the match between a name and the typed text, both folded. An empty text matches all names alike. */
export function fitOf(name: string, typed: string): Fit {
  if (typed === "") return FIT.start;
  const at = name.indexOf(typed);
  if (at === 0) return name.length === typed.length ? FIT.whole : FIT.start;
  if (at > 0) return startsSomeWord(name, typed) === -1 ? FIT.within : FIT.word;
  const words = typed.split(" ").filter((word) => word !== "");
  if (words.length > 1 && startsWords(name, words)) return FIT.word;
  // Nearly every name has some two or three letters in their order.
  return typed.length > 3 && isScattered(name, typed) ? FIT.scattered : FIT.not;
}
