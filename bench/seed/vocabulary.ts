import { type Random, Zipf } from "./random.ts";

const SIZE = 20_000;
const CONSONANTS = ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "br", "tr"];
const VOWELS = ["a", "e", "i", "o", "u"];
const SYLLABLES = CONSONANTS.flatMap((consonant) => VOWELS.map((vowel) => consonant + vowel));

/** Returns the word of a rank. Common words are short. The last letter keeps the stemmer from merging two words. */
export function word(rank: number): string {
  let rest = rank + 1;
  let text = "";
  while (rest > 0) {
    text += SYLLABLES[rest % SYLLABLES.length] ?? "";
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return `${text}k`;
}

/** Search words that occur in most messages, in few, and in almost none. */
export const COMMON_WORD = word(0);
export const MIDDLING_WORD = word(700);
export const RARE_WORD = word(SIZE - 100);

const ranks = new Zipf(SIZE);

export const someWord = (random: Random): string => word(ranks.pick(random));
export const someWords = (random: Random, count: number): string =>
  Array.from({ length: count }, () => someWord(random)).join(" ");
