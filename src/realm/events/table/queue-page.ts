import { firstAbove } from "../number-set.ts";
import type { SharedClient } from "../queue-clients.ts";
import { NearNumbers } from "./near-numbers.ts";
import { hashOfId, ID_WORDS, unpackId } from "./packed-id.ts";

/** Marks of a queue. */
export const ENDED = 1;
/** The user's oldest queue, from which the others are found. */
export const OLDEST = 2;

/**
 * Queues in typed arrays: 61 bytes each, and what they share of their clients. A queue never changes its place within a page; where
 * too many have ended, another page takes over the others.
 */
export class QueuePage {
  /** Ascending. */
  readonly numbers: Uint32Array;
  readonly users: Uint32Array;
  /** The number of the user's next queue; 0 where there is none. */
  readonly nexts: Uint32Array;
  readonly ids: Uint32Array;
  readonly lifespans: Uint32Array;
  readonly graces: Uint32Array;
  readonly origins: NearNumbers;
  readonly acknowledged: NearNumbers;
  readonly seenAts: NearNumbers;
  readonly storedSeenAts: NearNumbers;
  readonly passed: NearNumbers;
  readonly marks: Uint8Array;
  readonly clients: SharedClient[] = [];
  /** The ids that cannot be packed, by the number of their queue. */
  readonly otherIds = new Map<number, string>();
  /** The queues that were added, and those of them that have ended. */
  size = 0;
  ended = 0;
  /** The index that was last looked up: queues are mostly looked up in the order of their numbers. */
  #last = 0;
  /** Whether the page is still where its queues are. */
  isCurrent = true;

  constructor(readonly room: number) {
    this.numbers = new Uint32Array(room);
    this.users = new Uint32Array(room);
    this.nexts = new Uint32Array(room);
    this.ids = new Uint32Array(room * ID_WORDS);
    this.lifespans = new Uint32Array(room);
    this.graces = new Uint32Array(room);
    this.origins = new NearNumbers(room);
    this.acknowledged = new NearNumbers(room);
    this.seenAts = new NearNumbers(room);
    this.storedSeenAts = new NearNumbers(room);
    this.passed = new NearNumbers(room);
    this.marks = new Uint8Array(room);
  }

  get live(): number {
    return this.size - this.ended;
  }

  get isFull(): boolean {
    return this.size === this.room;
  }

  isLive(index: number): boolean {
    return ((this.marks[index] as number) & ENDED) === 0;
  }

  /** The index of a number; -1 where the page does not have it, or its queue has ended. */
  indexOf(number: number): number {
    const next = this.#last + 1;
    const isNext = next < this.size && this.numbers[next] === number;
    const index = isNext ? next : firstAbove(this.numbers, number, this.size) - 1;
    if (this.numbers[index] !== number || !this.isLive(index)) return -1;
    this.#last = index;
    return index;
  }

  idAt(index: number): string {
    return this.otherIds.get(this.numbers[index] as number) ?? unpackId(this.#wordsAt(index));
  }

  hashAt(index: number): number {
    const other = this.otherIds.get(this.numbers[index] as number);
    return other === undefined ? (this.ids[index * ID_WORDS] as number) : hashOfId(other, null);
  }

  /** Whether a queue has an id, of which these are the words. */
  hasId(index: number, id: string, words: readonly number[] | null): boolean {
    if (words === null) return this.otherIds.get(this.numbers[index] as number) === id;
    return words.every((word, at) => this.ids[index * ID_WORDS + at] === word);
  }

  mark(index: number, mark: number): void {
    this.marks[index] = (this.marks[index] as number) | mark;
  }

  /** Whether a queue is one from which the user's others are found. */
  isOldest(index: number): boolean {
    return ((this.marks[index] as number) & (OLDEST | ENDED)) === OLDEST;
  }

  /** Adds the queues of another page that have not ended. That one keeps what it has, for whoever still looks at it. */
  takeOver(from: QueuePage): void {
    from.isCurrent = false;
    for (let index = 0; index < from.size; index++) {
      if (!from.isLive(index)) continue;
      const place = this.size++;
      for (const column of COLUMNS) this[column][place] = from[column][index] as number;
      for (const column of NEAR_COLUMNS) this[column].set(place, from[column].at(index));
      this.ids.set(from.#wordsAt(index), place * ID_WORDS);
      this.clients.push(from.clients[index] as SharedClient);
    }
    for (const [number, id] of from.otherIds) this.otherIds.set(number, id);
  }

  #wordsAt(index: number): Uint32Array {
    return this.ids.subarray(index * ID_WORDS, (index + 1) * ID_WORDS);
  }
}

/** The arrays with one element for each queue. */
const COLUMNS = ["numbers", "users", "nexts", "lifespans", "graces", "marks"] as const;
const NEAR_COLUMNS = ["origins", "acknowledged", "seenAts", "storedSeenAts", "passed"] as const;
