/** How well a name matches the typed text; lower is better. */
export const FIT = {
  whole: 0,
  start: 1,
  /** The start of a later word, or the starts of several words in order. */
  word: 2,
  within: 3,
  /** All letters in order, with others in between. */
  scattered: 4,
  not: 5,
} as const;

type Fit = (typeof FIT)[keyof typeof FIT];

const letter = /[\p{L}\p{N}]/u;

/**
 * Whether a word starts at a position. Every ideograph and kana counts as a word, because these scripts have no spaces.
 */
function startsWord(name: string, at: number): boolean {
  if (at === 0) return true;
  const code = name.charCodeAt(at - 1);
  // Fast path: most names are ASCII. They are already lower case here.
  if (code < 128) return !((code >= 97 && code <= 122) || (code >= 48 && code <= 57));
  const before = name.charAt(at - 1);
  return !letter.test(before) || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(before);
}

function startsSomeWord(name: string, typed: string): number {
  for (let at = name.indexOf(typed); at !== -1; at = name.indexOf(typed, at + 1)) if (startsWord(name, at)) return at;
  return -1;
}

/** True if each typed word starts a word of the name, in the same order, such as "ir sm" in "Iris Smith". */
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

/** Rates the match between a name and the typed text, both folded. An empty text matches all names equally. */
export function fitOf(name: string, typed: string): Fit {
  if (typed === "") return FIT.start;
  const at = name.indexOf(typed);
  if (at === 0) return name.length === typed.length ? FIT.whole : FIT.start;
  if (at > 0) return startsSomeWord(name, typed) === -1 ? FIT.within : FIT.word;
  const words = typed.split(" ").filter((word) => word !== "");
  if (words.length > 1 && startsWords(name, words)) return FIT.word;
  // Scattered letters don't count for shorter texts: nearly every name contains any two or three letters in order.
  return typed.length > 3 && isScattered(name, typed) ? FIT.scattered : FIT.not;
}

const HIRAGANA = /[\u3041-\u3096]/g;
const KATAKANA_OFFSET = 0x60;

/** Converts hiragana to katakana, and merges Arabic letters that are used interchangeably. */
const foldLetters = (text: string) =>
  text
    .replace(HIRAGANA, (kana) => String.fromCharCode(kana.charCodeAt(0) + KATAKANA_OFFSET))
    .replace(/\u0649/g, "\u064a")
    .replace(/\u0629/g, "\u0647")
    .replace(/\u0640/g, "");

/**
 * Normalizes a text for comparison: removes case, accents, widths and compatibility forms, so that "zoe" finds "Zoë",
 * and "さくら" finds "ｻｸﾗ".
 */
export function fold(text: string): string {
  const plain = text.toLowerCase();
  // Most names are ASCII and need no normalization.
  if (!/[^\p{ASCII}]/u.test(plain)) return plain;
  return foldLetters(plain.normalize("NFKD").replace(/\p{M}/gu, ""));
}

/** An item that can be found by its names. Lists of such items are built once and searched on every key press. */
export interface SearchItem<Thing> {
  readonly thing: Thing;
  /** The folded name, followed by other strings to search, such as an email address. */
  readonly names: readonly string[];
}

export const indexed = <Thing>(
  things: Iterable<Thing>,
  namesOf: (thing: Thing) => readonly string[],
): SearchItem<Thing>[] => Array.from(things, (thing) => ({ thing, names: namesOf(thing).map(fold) }));

interface Ranking<Thing> {
  readonly limit: number;
  /**
   * Distance from where the user is writing, where 0 is nearest. Items that match equally well are sorted by distance.
   */
  readonly distance?: (thing: Thing) => number;
}

/**
 * Converts a fit to a rank. Whole matches come first. Starts of names and of words rank the same, so that distance
 * decides.
 */
const tier = (fit: number) => (fit === FIT.whole ? 0 : fit <= FIT.word ? 1 : fit);

/**
 * Rates an item by its best-matching name. Matches of later names, such as an email address, count less than those of
 * the first.
 */
function bestFit(names: readonly string[], typed: string): number {
  let best: number = fitOf(names[0] ?? "", typed);
  for (let at = 1; at < names.length && best > FIT.word; at += 1) {
    const fit = fitOf(names[at] ?? "", typed);
    if (fit <= FIT.word) best = FIT.word;
  }
  return best;
}

/** Returns the items that match best. Equal matches are sorted by distance, then by name. */
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
