import type { Sql } from "../../database/statement.ts";
import { concatBytes } from "../../util/join-bytes.ts";
import { decodeSet, encodeSet, type NumberSet } from "./number-set.ts";
import { baseNumbers, baseParts, deleteBase, insertBasePart } from "./queue-rows.ts";

/** A large set of queues. The recipient lists of many events differ little from it. */
export interface Base {
  readonly number: number;
  readonly set: NumberSet;
  /** Total bytes of the stored differences from this base. */
  spent: number;
  /** Number of recipient lists in memory that use the base. */
  lists: number;
}

/** A base is stored in parts, because a row holds at most 2 MB. */
const PART_BYTES = 1_000_000;
/** Maximum memory for bases, not counting those of the newest events. */
const MAX_BYTES = 4_000_000;

export class RecipientBases {
  /** The newest event using each stored base. */
  #lastEvent = new Map<number, number>();
  /** Bases in memory, most recently used last. */
  #inMemory = new Map<number, Base>();
  #bytes = 0;
  #bySign = new Map<number, number>();
  #newest = 0;
  /** Bases written by the transaction in progress. */
  #written: Base[] = [];

  constructor(
    private readonly sql: Sql,
    newestEvent: number,
  ) {
    for (const { number } of baseNumbers.all(sql, {})) {
      this.#lastEvent.set(number, newestEvent);
      this.#newest = number;
    }
  }

  /** Returns a base that probably differs little from these queues, if there is one. */
  near(queues: Uint32Array): Base | undefined {
    const number = this.#bySign.get(signOf(queues));
    return number === undefined ? undefined : this.read(number);
  }

  add(set: NumberSet, queues: Uint32Array, event: number): Base {
    this.#newest += 1;
    const base: Base = { number: this.#newest, set, spent: 0, lists: 0 };
    const bytes = encodeSet(set);
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      const piece = bytes.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
      insertBasePart.run(this.sql, { number: base.number, part, queues: piece });
    }
    this.#written.push(base);
    this.#bySign.set(signOf(queues), base.number);
    this.#lastEvent.set(base.number, event);
    this.#keep(base);
    return base;
  }

  /** Records that an event's list is stored as a difference of this many bytes. */
  use(base: Base, event: number, bytes: number): void {
    base.spent += bytes;
    this.#lastEvent.set(base.number, event);
  }

  /** Returns a base by number, or undefined if it can't be read. */
  read(number: number): Base | undefined {
    const base = this.#inMemory.get(number) ?? this.#stored(number);
    if (base !== undefined) this.#keep(base);
    return base;
  }

  commit(): void {
    this.#written = [];
  }

  rollback(): void {
    for (const { number } of this.#written) this.#forget(number);
    this.#written = [];
  }

  sweep(oldest: number): void {
    for (const [number, event] of this.#lastEvent) {
      if (event >= oldest) continue;
      deleteBase.run(this.sql, { number });
      this.#forget(number);
    }
  }

  #stored(number: number): Base | undefined {
    const parts = baseParts.all(this.sql, { number }).map(({ queues }) => new Uint8Array(queues));
    const set = parts.length === 0 ? null : decodeSet(concatBytes(parts));
    return set === null ? undefined : { number, set, spent: 0, lists: 0 };
  }

  /** Marks a base as most recently used, and evicts the least recently used ones if they take too much memory. */
  #keep(base: Base): void {
    if (this.#inMemory.delete(base.number)) this.#bytes -= base.set.byteLength;
    this.#inMemory.set(base.number, base);
    this.#bytes += base.set.byteLength;
    for (const [number, { set }] of this.#inMemory) {
      if (this.#bytes <= MAX_BYTES || number === base.number) break;
      this.#inMemory.delete(number);
      this.#bytes -= set.byteLength;
    }
  }

  #forget(number: number): void {
    const base = this.#inMemory.get(number);
    if (base !== undefined) this.#bytes -= base.set.byteLength;
    this.#inMemory.delete(number);
    this.#lastEvent.delete(number);
    for (const [sign, of] of this.#bySign) if (of === number) this.#bySign.delete(sign);
  }
}

/**
 * Returns the queue that comes first in a pseudorandom order (MinHash). Two sets that differ by one percent have the
 * same first queue in 99 of 100 cases, but sets with little in common rarely do.
 */
function signOf(queues: Uint32Array): number {
  let [sign, least] = [0, Number.POSITIVE_INFINITY];
  for (const queue of queues) {
    const mixed = Math.imul(queue ^ (queue >>> 15), 0x2c1b3c6d);
    const place = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 0;
    if (place >= least) continue;
    [sign, least] = [queue, place];
  }
  return sign;
}
