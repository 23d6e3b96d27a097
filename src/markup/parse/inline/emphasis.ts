import type { Delimiter, StateInline, Token } from "markdown-it";

const star = 0x2a;
const tilde = 0x7e;

export function delimiterRule(state: StateInline): boolean {
  const marker = state.src.charCodeAt(state.pos);
  if (marker !== star && marker !== tilde) return false;
  let end = state.pos;
  while (end < state.posMax && state.src.charCodeAt(end) === marker) end++;
  const length = end - state.pos;
  const open = end < state.posMax && !/\s/.test(state.src.charAt(end));
  const close = state.pos > 0 && !/\s/.test(state.src.charAt(state.pos - 1));
  state.push("text", "", 0).content = state.src.slice(state.pos, end);
  state.delimiters.push({ marker, length, token: state.tokens.length - 1, end: -1, open, close });
  state.pos = end;
  return true;
}

/** A run of delimiters that can still start elements. */
interface Opener {
  readonly token: number;
  readonly marker: number;
  /** Whether the run isn't followed by white space, as emphasis requires. */
  readonly open: boolean;
  /** Number of the run's characters that aren't used yet. */
  left: number;
}

/** Result of a run of delimiters: end tags, then a number of characters that stay text, then start tags. */
interface DelimiterMatch {
  readonly ends: string[];
  readonly starts: string[];
  text: number;
}

/** Open runs of one line, with quick access to the last one for each element. */
class Openers {
  readonly #stack: Opener[] = [];
  readonly #strong: number[] = [];
  readonly #emphasis: number[] = [];
  #deleted = -1;

  push(opener: Opener): void {
    this.#stack.push(opener);
    this.#classify(this.#stack.length - 1, opener);
  }

  #classify(index: number, opener: Opener): void {
    if (opener.marker === tilde) this.#deleted = index;
    else {
      if (opener.left >= 2) this.#strong.push(index);
      if (opener.open && opener.left !== 2 && opener.left > 0) this.#emphasis.push(index);
    }
  }

  get strong(): number {
    return this.#strong.at(-1) ?? -1;
  }

  get emphasis(): number {
    return this.#emphasis.at(-1) ?? -1;
  }

  /** Index of a run of two stars that can open emphasis if no other run does, or -1. */
  get fallback(): number {
    const index = this.strong;
    return this.#stack[index]?.open ? index : -1;
  }

  get deleted(): number {
    return this.#deleted;
  }

  forgetDeleted(): void {
    this.#deleted = -1;
  }

  /** Uses characters of the opener at the index. Runs opened after it stay text. */
  take(index: number, count: number): Opener | undefined {
    this.#stack.length = index + 1;
    for (const uses of [this.#strong, this.#emphasis]) while ((uses.at(-1) ?? -1) >= index) uses.pop();
    if (this.#deleted >= index) this.#deleted = -1;
    const opener = this.#stack[index];
    if (!opener) return undefined;
    opener.left -= count;
    if (opener.left > 0) this.#classify(index, opener);
    else this.#stack.pop();
    return opener;
  }

  clear(): void {
    this.#stack.length = this.#strong.length = this.#emphasis.length = 0;
    this.#deleted = -1;
  }
}

function closeStars(openers: Openers, run: Delimiter, strongFollows: boolean, outcomes: Map<number, DelimiterMatch>) {
  const own = outcomes.get(run.token);
  if (!own) return;
  while (own.text > 0) {
    const strong = own.text >= 2 ? openers.strong : -1;
    // Strong takes precedence: two stars start strong if later stars can end it, and emphasis can't cross it.
    const isForStrong = strongFollows && (run.length === 2 || openers.strong > openers.emphasis);
    let emphasis = run.close && !isForStrong ? openers.emphasis : -1;
    if (run.close && emphasis < 0 && strong < 0 && !strongFollows) emphasis = openers.fallback;
    // Three stars mean strong around emphasis, so emphasis comes first if both end here.
    const takesEmphasis = emphasis >= 0 && (strong < 0 || (own.text >= 3 && emphasis >= strong));
    const index = takesEmphasis ? emphasis : strong;
    if (index < 0) return;
    const count = takesEmphasis ? 1 : 2;
    const tag = takesEmphasis ? "em" : "strong";
    const opener = openers.take(index, count);
    const other = opener && outcomes.get(opener.token);
    if (!other) return;
    other.text -= count;
    other.starts.unshift(tag);
    own.text -= count;
    own.ends.push(tag);
  }
}

function closeDeleted(openers: Openers, run: Delimiter, outcomes: Map<number, DelimiterMatch>): void {
  const own = outcomes.get(run.token);
  if (!own || run.length !== 2 || openers.deleted < 0) return;
  const other = outcomes.get(openers.take(openers.deleted, 2)?.token ?? -1);
  if (!other) return;
  other.text = own.text = 0;
  other.starts.push("del");
  own.ends.push("del");
}

/** Returns the runs followed by two or more stars in the same line. */
function runsBeforeStrong(runs: readonly Delimiter[]): Set<Delimiter> {
  const found = new Set<Delimiter>();
  let strongFollows = false;
  for (const run of runs.toReversed()) {
    if (strongFollows) found.add(run);
    if (run.marker !== tilde) strongFollows = run.marker === star && (strongFollows || (run.length ?? 0) >= 2);
  }
  return found;
}

function pairRuns(runs: readonly Delimiter[], outcomes: Map<number, DelimiterMatch>): void {
  const openers = new Openers();
  const withStrongAfter = runsBeforeStrong(runs);
  for (const run of runs) {
    if (run.marker !== star && run.marker !== tilde) {
      openers.clear();
      continue;
    }
    const outcome: DelimiterMatch = { ends: [], starts: [], text: run.length ?? 0 };
    outcomes.set(run.token, outcome);
    if (run.marker === star) closeStars(openers, run, withStrongAfter.has(run), outcomes);
    else closeDeleted(openers, run, outcomes);
    const left = outcome.text;
    if (run.marker === tilde && run.length !== 2) openers.forgetDeleted();
    else if (left > 0) openers.push({ token: run.token, marker: run.marker, open: run.open, left });
  }
}

/** Converts runs of `*` and `~` to elements, in one pass over each line's runs. */
export function pairDelimiters(state: StateInline): void {
  const outcomes = new Map<number, DelimiterMatch>();
  pairRuns(state.delimiters, outcomes);
  for (const meta of state.tokens_meta) if (meta?.delimiters) pairRuns(meta.delimiters, outcomes);
  if (outcomes.size === 0) return;

  const tokens = [...state.tokens];
  state.tokens.length = 0;
  const element = (tag: string, nesting: -1 | 1): Token =>
    new state.Token(nesting > 0 ? "em_open" : "em_close", tag, nesting);
  tokens.forEach((token, index) => {
    const outcome = outcomes.get(index);
    if (!outcome) {
      state.tokens.push(token);
      return;
    }
    for (const tag of outcome.ends) state.tokens.push(element(tag, -1));
    if (outcome.text > 0) {
      token.content = token.content.slice(0, outcome.text);
      state.tokens.push(token);
    }
    for (const tag of outcome.starts) state.tokens.push(element(tag, 1));
  });
}
