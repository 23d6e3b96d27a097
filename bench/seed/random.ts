/** Pseudo-random numbers, the same in every run. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a random number that is at least 0 and less than 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns a random integer that is at least 0 and less than the bound. */
  below(bound: number): number {
    return Math.floor(this.next() * bound);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }
}

/**
 * Picks ranks by Zipf's law: the probability of each is a power of its rank. The words of texts follow this law, and so
 * do the people, channels and topics of messages.
 */
export class Zipf {
  readonly #cumulative: Float64Array;

  constructor(size: number, exponent = 1) {
    this.#cumulative = new Float64Array(size);
    let sum = 0;
    for (let rank = 0; rank < size; rank++) {
      sum += (rank + 1) ** -exponent;
      this.#cumulative[rank] = sum;
    }
  }

  /** Returns a random rank, counted from 0. */
  pick(random: Random): number {
    const wanted = random.next() * (this.#cumulative.at(-1) ?? 0);
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#cumulative[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
