import common from "./common-passwords.txt";

/**
 * Estimates how many guesses an attacker who knows how people choose passwords needs: the product over the password's
 * parts, for the split with the fewest guesses. The idea is from zxcvbn, whose numbers clients compare with
 * `password_min_guesses`. Its code and dictionaries take 400 kB, half as much as the whole Worker.
 */
export function passwordGuesses(password: string, about: readonly string[] = []): number {
  const characters = [...password.normalize("NFKC")];
  const whole = repeatGuesses(characters, about);
  // Ignores the rest, because more characters could only increase the guesses, unless they repeat.
  const text = characters.slice(0, MAX_ANALYSED_LENGTH);
  const known = new Set([...ALWAYS_KNOWN, ...about.flatMap(wordsOf)]);
  /** Fewest guesses for the characters before each index. */
  const fewest = [1];
  for (let end = 1; end <= text.length; end += 1) {
    let least = Number.POSITIVE_INFINITY;
    for (let start = 0; start < end; start += 1) {
      const before = start === 0 ? 1 : (fewest[start] ?? 1) * WAYS_TO_JOIN;
      least = Math.min(least, before * partGuesses(text.slice(start, end), known));
    }
    fewest.push(least);
  }
  return Math.min(whole, fewest.at(-1) ?? 1);
}

/** Product names, which attackers try first. */
const ALWAYS_KNOWN = ["parley", "zulip"];
/** Factor for the order of two parts, which also has to be guessed. */
const WAYS_TO_JOIN = 2;
const MAX_ANALYSED_LENGTH = 32;
/** Guesses for a character that matches no pattern. */
const CHARACTER = 10;

/** The rank of each line's first word in the list. */
const RANKS = [1, 11, 101, 501, 2001];
const ranks = new Map(
  common
    .trimEnd()
    .split("\n")
    .flatMap((line, index) => line.split(" ").map((word) => [word, RANKS[index] ?? 1] as const)),
);
const MAX_WORD_LENGTH = Math.max(...[...ranks.keys()].map((word) => word.length));

/** Returns the words of a name or an email, which attackers try first. */
const wordsOf = (text: string): string[] => [
  ...(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []),
  text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ""),
];

function partGuesses(part: readonly string[], known: ReadonlySet<string>): number {
  const text = part.join("");
  return Math.min(
    CHARACTER ** part.length,
    wordGuesses(text, known),
    sequenceGuesses(part),
    keyboardGuesses(text),
    dateGuesses(text),
  );
}

/** Characters that replace letters. */
const LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
  "+": "t",
};

/** Guesses for a run of letters that isn't in the list, but is usually a word. */
const OTHER_WORD = 8000;

function wordGuesses(text: string, known: ReadonlySet<string>): number {
  if (text.length < 3) return Number.POSITIVE_INFINITY;
  const lower = text.toLowerCase();
  const rankOf = (word: string) =>
    known.has(word) ? 1 : ((word.length <= MAX_WORD_LENGTH ? ranks.get(word) : undefined) ?? Number.POSITIVE_INFINITY);
  const plain = lower.replace(/[013457$@!+8]/g, (sign) => LETTERS[sign] ?? sign);
  const backwards = [...lower].reverse().join("");
  const rank = Math.min(
    rankOf(lower),
    2 * rankOf(backwards),
    2 * rankOf(plain),
    2 * rankOf(plain.replaceAll("i", "l")),
    /^[\p{Ll}\p{Lu}]{4,9}$/u.test(text) ? OTHER_WORD : Number.POSITIVE_INFINITY,
  );
  // Capitalizing the first letter, or all, is the first change that attackers try.
  return text === lower || rank === OTHER_WORD ? rank : 2 * rank;
}

/** Returns the guesses for consecutive characters, such as "abcdef" or "987654". */
function sequenceGuesses(part: readonly string[]): number {
  if (part.length < 3) return Number.POSITIVE_INFINITY;
  const codes = part.map((character) => character.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  const follows = Math.abs(step) <= 2 && codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step);
  return follows ? 2 * CHARACTER * part.length : Number.POSITIVE_INFINITY;
}

/** Keyboard rows and columns. */
const KEYS = [
  ...[
    "1234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "qsdfghjklm",
    "zxcvbnm",
    "yxcvbnm",
    "wxcvbn",
  ],
  ...["1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "qazwsxedcrfvtgbyhnujmikolp", "147258369", "741852963", "159357"],
].flatMap((row) => [row + row, [...row, ...row].reverse().join("")]);

/** Returns the guesses for adjacent keys, such as "qwertz" or "1qaz2wsx". */
function keyboardGuesses(text: string): number {
  const lower = text.toLowerCase();
  return text.length >= 4 && KEYS.some((row) => row.includes(lower)) ? 40 * text.length : Number.POSITIVE_INFINITY;
}

/** Guesses for a date, usually someone's birthday. */
const DAY_GUESSES = 20 * 365;
const YEAR_GUESSES = 60;

const DAY = String.raw`(0?[1-9]|[12]\d|3[01])`;
const MONTH = "(0?[1-9]|1[0-2])";
const YEAR = String.raw`((19|20)?\d\d)`;
const GAP = String.raw`[-./\s_]?`;
const DATES = [
  [DAY, MONTH, YEAR],
  [MONTH, DAY, YEAR],
  [YEAR, MONTH, DAY],
].map((parts) => new RegExp(`^${parts.join(GAP)}$`));

function dateGuesses(text: string): number {
  if (text.length < 4 || text.length > 10) return Number.POSITIVE_INFINITY;
  if (/^(19|20)\d\d$/.test(text)) return YEAR_GUESSES;
  return DATES.some((date) => date.test(text)) ? DAY_GUESSES : Number.POSITIVE_INFINITY;
}

/**
 * Returns the guesses for a repetition, such as "abcabc" or "aaaaaa": those for the repeated part, times the
 * repetitions.
 */
function repeatGuesses(characters: readonly string[], about: readonly string[]): number {
  const text = characters.join("");
  for (let length = 1; length <= characters.length / 2; length += 1) {
    const part = characters.slice(0, length).join("");
    const times = characters.length / length;
    if (Number.isInteger(times) && part.repeat(times) === text) return passwordGuesses(part, about) * times;
  }
  return Number.POSITIVE_INFINITY;
}
