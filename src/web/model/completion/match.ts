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

const HIRAGANA = /[\u3041-\u3096]/g;
const KATAKANA_OFFSET = 0x60;

/** Hiragana as katakana, and Arabic letters that are written for each other as one. */
const foldLetters = (text: string) =>
  text
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + KATAKANA_OFFSET))
    .replace(/\u0649/g, "\u064a")
    .replace(/\u0629/g, "\u0647")
    .replace(/\u0640/g, "");

/**
 * The form of a text for comparing: without case, accents, widths and compatibility forms, so that "zoe" finds "Zoë", and
 * "さくら" finds "ｻｸﾗ".
 */
export function fold(text: string): string {
  const plain = text.toLowerCase();
  // Most names are ASCII, which needs no normalization.
  if (!/[^\p{ASCII}]/u.test(plain)) return plain;
  return foldLetters(plain.normalize("NFKD").replace(/\p{M}/gu, ""));
}

/** An item that can be found by its names. Lists of such items are made once and searched at every key press. */
export interface SearchItem<Thing> {
  readonly thing: Thing;
  /** The folded name, followed by other texts that find the item, such as an address. */
  readonly names: readonly string[];
}

export const indexed = <Thing>(
  things: Iterable<Thing>,
  namesOf: (thing: Thing) => readonly string[],
): SearchItem<Thing>[] => Array.from(things, (thing) => ({ thing, names: namesOf(thing).map(fold) }));

interface Ranking<Thing> {
  readonly limit: number;
  /** The distance of an item from the place that is written to; 0 is nearest. It orders items that match alike. */
  readonly distance?: (thing: Thing) => number;
}

/** The rank of a match. A whole match comes first; starts of names and of words rank alike, so that distance decides. */
const tier = (fit: number) => (fit === FIT.whole ? 0 : fit <= FIT.word ? 1 : fit);

/** The best match of an item's names. A match of a later one, such as an address, counts less than one of the first. */
function bestFit(names: readonly string[], typed: string): number {
  let best: number = fitOf(names[0] ?? "", typed);
  for (let at = 1; at < names.length && best > FIT.word; at += 1) {
    const fit = fitOf(names[at] ?? "", typed);
    if (fit <= FIT.word) best = FIT.word;
  }
  return best;
}

/** The items whose names match the typed text best; among equal matches, the nearest first, and then by name. */
export function ranked<Thing>(
  index: readonly SearchItem<Thing>[],
  typed: string,
  { limit, distance = () => 0 }: Ranking<Thing>,
): Thing[] {
  const folded = fold(typed);
  const best: { readonly named: SearchItem<Thing>; readonly score: number }[] = [];
  const isBefore = (named: SearchItem<Thing>, score: number, other: (typeof best)[number] | undefined) =>
    other !== undefined &&
    (score < other.score || (score === other.score && (named.names[0] ?? "") < (other.named.names[0] ?? "")));
  for (const named of index) {
    const fit = bestFit(named.names, folded);
    if (fit === FIT.not) continue;
    const score = tier(fit) * 1e8 + Math.min(distance(named.thing), 1e6) * 10 + fit;
    if (best.length === limit && !isBefore(named, score, best.at(-1))) continue;
    let at = best.length;
    while (at > 0 && isBefore(named, score, best[at - 1])) at -= 1;
    best.splice(at, 0, { named, score });
    if (best.length > limit) best.pop();
  }
  return best.map(({ named }) => named.thing);
}
