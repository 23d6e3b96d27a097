import { firstAbove } from "./number-set.ts";

const FIRST_ROOM = 64;

/** The queues that there are, by their numbers: four bytes for each number, and a place in a list. */
export class NumberedQueues<Queue extends { readonly number: number }> {
  /** Ascending. */
  #numbers = new Uint32Array(FIRST_ROOM);
  /** Undefined for one that has ended and whose place was not taken away yet. */
  #queues: (Queue | undefined)[] = [];
  #ended = 0;

  get size(): number {
    return this.#queues.length - this.#ended;
  }

  /** The numbers of all, ascending; good until the next change. */
  get numbers(): Uint32Array {
    if (this.#ended > 0) this.#compact();
    return this.#numbers.subarray(0, this.#queues.length);
  }

  /** Adds a queue, whose number is above all others. */
  add(queue: Queue): void {
    const place = this.#queues.length;
    if (place === this.#numbers.length) {
      const larger = new Uint32Array(place * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[place] = queue.number;
    this.#queues.push(queue);
  }

  get(number: number): Queue | undefined {
    return this.#queues[this.#placeOf(number)];
  }

  delete(number: number): void {
    const place = this.#placeOf(number);
    if (this.#queues[place] === undefined) return;
    this.#queues[place] = undefined;
    this.#ended += 1;
  }

  *[Symbol.iterator](): Iterator<Queue> {
    for (const queue of this.#queues) if (queue !== undefined) yield queue;
  }

  /** The place of a number; -1 where it has none. */
  #placeOf(number: number): number {
    const place = firstAbove(this.#numbers, number, this.#queues.length) - 1;
    return this.#numbers[place] === number ? place : -1;
  }

  /** Takes away the places of all that have ended, in a new list: somebody may be going through this one. */
  #compact(): void {
    const queues: Queue[] = [];
    for (const queue of this.#queues) {
      if (queue === undefined) continue;
      this.#numbers[queues.length] = queue.number;
      queues.push(queue);
    }
    this.#queues = queues;
    this.#ended = 0;
  }
}
