import { firstAbove } from "../number-set.ts";
import type { SharedClient } from "../queue-clients.ts";
import { NearNumbers } from "./near-numbers.ts";

export const ID_WORDS = 4;

/** Queue ids are lowercase UUIDs. Other ids can't be packed. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Packs an id into four words, or returns null if it isn't a UUID. */
export function packId(id: string): readonly number[] | null {
  if (!UUID.test(id)) return null;
  const hex = id.replaceAll("-", "");
  return [0, 8, 16, 24].map((at) => Number.parseInt(hex.slice(at, at + 8), 16));
}

function unpackId(words: Uint32Array): string {
  let hex = "";
  for (const word of words) hex += word.toString(16).padStart(8, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function hashOfId(id: string, words: readonly number[] | null): number {
  if (words !== null) return words[0] as number;
  let hash = 0;
  for (let index = 0; index < id.length; index++) hash = (Math.imul(hash, 31) + id.charCodeAt(index)) >>> 0;
  return hash;
}

export const ENDED = 1;
/** Marks the user's oldest queue, which links to the others. */
export const OLDEST = 2;

/**
 * Queues in typed arrays: 61 bytes each, plus shared client data. A queue never moves within a page. If too many have
 * ended, another page takes over the rest.
 */
export class QueuePage {
  /** Ascending. */
  readonly numbers: Uint32Array;
  readonly users: Uint32Array;
  /** Number of the user's next queue, or 0 if there is none. */
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
  /** Ids that can't be packed, by queue number. */
  readonly otherIds = new Map<number, string>();
  /** Number of queues added, and how many of them have ended. */
  size = 0;
  ended = 0;
  /** The index found last, cached because queues are mostly looked up in the order of their numbers. */
  #last = 0;
  /** False once another page has taken over its queues. */
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

  /** Returns the index of a number, or -1 if it isn't in the page or its queue has ended. */
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

  /** True if the queue has this id. `words` is the packed id, or null if the id can't be packed. */
  hasId(index: number, id: string, words: readonly number[] | null): boolean {
    if (words === null) return this.otherIds.get(this.numbers[index] as number) === id;
    return words.every((word, at) => this.ids[index * ID_WORDS + at] === word);
  }

  mark(index: number, mark: number): void {
    this.marks[index] = (this.marks[index] as number) | mark;
  }

  /** True if the queue is its user's oldest, which links to the user's others. */
  isOldest(index: number): boolean {
    return ((this.marks[index] as number) & (OLDEST | ENDED)) === OLDEST;
  }

  /** Copies the live queues of another page, which stays unchanged for anyone still iterating over it. */
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

/** Arrays with one element per queue. */
const COLUMNS = ["numbers", "users", "nexts", "lifespans", "graces", "marks"] as const;
const NEAR_COLUMNS = ["origins", "acknowledged", "seenAts", "storedSeenAts", "passed"] as const;
