import { FIT, fitOf, fold } from "../match.ts";

interface Entry<Thing> {
  readonly thing: Thing;
  /** The folded name. `more` is folded text that is searched, too, such as a topic's channel or an email address. */
  readonly name: string;
  readonly more: string;
  /** A bit set of the letters in `name` and `more`, to rule out most entries without comparing texts. */
  readonly letters: number;
}

export interface NameMatch<Thing> {
  readonly thing: Thing;
  /** A value of `FIT`, or a value in between. */
  readonly fit: number;
  /** Lower is better; each step of `fit` is a hundred. */
  readonly score: number;
}

export interface Finder<Thing> {
  /**
   * Returns the best matches first. `nearness` is subtracted from an item's score, so a hundred makes up for one step
   * of `fit`. -Infinity excludes the item.
   */
  find(typed: string, limit: number, nearness?: (thing: Thing) => number): NameMatch<Thing>[];
}

const lettersOf = (text: string): number => {
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) if (text[at] !== " ") bits |= 1 << (text.charCodeAt(at) % 32);
  return bits;
};

type TextsOf<Thing> = (thing: Thing) => { readonly name: string; readonly more?: string };

function* entriesOf<Thing>(things: Iterable<Thing>, textsOf: TextsOf<Thing>): Generator<Entry<Thing>, undefined> {
  for (const thing of things) {
    const texts = textsOf(thing);
    const [name, more] = [fold(texts.name), fold(texts.more ?? "")];
    yield { thing, name, more, letters: lettersOf(name) | lettersOf(more) };
  }
}

/** Finds items by name while the user types. Searched on every key press. */
export class NameIndex<Thing> implements Finder<Thing> {
  readonly #entries: Entry<Thing>[] = [];
  /** Entries not indexed yet. */
  readonly #rest: Iterator<Entry<Thing>>;
  /**
   * Entries that can match the last typed text. Typing more letters can only reduce them, so they are searched next.
   */
  #left: { readonly typed: string; readonly entries: readonly Entry<Thing>[] } | undefined;

  /** @param first how many items are indexed immediately; the rest aren't found until `indexMore` is called. */
  constructor(things: Iterable<Thing>, textsOf: TextsOf<Thing>, first = Number.POSITIVE_INFINITY) {
    this.#rest = entriesOf(things, textsOf);
    this.indexMore(first);
  }

  /** Indexes up to `count` more items and returns them. Returns none once all are indexed. */
  indexMore(count: number): Thing[] {
    const things: Thing[] = [];
    while (things.length < count) {
      const { value: entry, done } = this.#rest.next();
      if (done) break;
      this.#entries.push(entry);
      things.push(entry.thing);
    }
    this.#left = undefined;
    return things;
  }

  *things(): Generator<Thing, undefined> {
    for (const { thing } of this.#entries) yield thing;
  }

  find(typed: string, limit: number, nearness: (thing: Thing) => number = () => 0): NameMatch<Thing>[] {
    const wanted = fold(typed).trim();
    const words = wanted.split(/\s+/);
    const letters = lettersOf(wanted);
    const from = this.#left && wanted.startsWith(this.#left.typed) ? this.#left.entries : this.#entries;
    const entries = from.filter((entry) => (entry.letters & letters) === letters);
    this.#left = { typed: wanted, entries };
    const best: NameMatch<Thing>[] = [];
    for (const entry of entries) {
      const fit = fitOfAll(entry, wanted, words);
      if (fit === undefined) continue;
      const score = 100 * fit - nearness(entry.thing) + Math.min(entry.name.length, 90) / 10;
      if (score === Infinity) continue;
      const last = best.at(-1);
      if (best.length === limit && last !== undefined && score >= last.score) continue;
      let at = best.length;
      while (at > 0 && score < (best[at - 1]?.score ?? 0)) at -= 1;
      best.splice(at, 0, { thing: entry.thing, fit, score });
      if (best.length > limit) best.pop();
    }
    return best;
  }
}

/**
 * Rates the whole typed text against the name, or averages the fit of its words, which can also match `more`. Undefined
 * if there is no match.
 */
function fitOfAll({ name, more }: Entry<unknown>, wanted: string, words: readonly string[]): number | undefined {
  const whole = fitOf(name, wanted);
  if (whole <= FIT.within || (words.length === 1 && more === "")) return whole === FIT.not ? undefined : whole;
  let sum = 0;
  for (const word of words) {
    const fit = Math.min(fitOf(name, word), fitOf(more, word) + 2);
    if (fit >= FIT.scattered) return whole === FIT.not ? undefined : whole;
    sum += fit;
  }
  return sum / words.length + 0.5;
}
