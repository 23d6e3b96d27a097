import { Buffer } from "node:buffer";
import * as v from "valibot";
import type { Sql } from "../../database/statement.ts";
import { reportUnreadable, stored } from "../../database/stored.ts";
import {
  decodeSet,
  differenceFrom,
  differing,
  encodedLength,
  encodeSet,
  includes,
  NO_NUMBERS,
  type NumberSet,
  setAmong,
  setOf,
} from "./number-set.ts";
import { deleteListsBut, insertList, listByNumber } from "./queue-rows.ts";
import { type Base, RecipientBases } from "./recipient-bases.ts";

/**
 * The queues an event goes to. It can contain queues that ended before the event, which is harmless, but never queues
 * created later.
 */
export interface RecipientList {
  readonly base: Base | null;
  /** Numbers that are either in the list or in its base, but not in both. Without a base, all numbers of the list. */
  readonly difference: NumberSet;
  /** The list as stored in its events' rows. */
  readonly stored: StoredList;
  /** JSON of the queue numbers of an in-memory list that has its own row. Undefined for other lists. */
  readonly text: string | undefined;
  /** Number of in-memory events that use the list. */
  events: number;
}

export interface LiveQueues {
  readonly size: number;
  /** Ascending. */
  readonly numbers: Uint32Array;
}

/** The number of the list's own row, or its difference from a base in Base64, with the base's number if it has one. */
export const storedListSchema = v.union([
  v.object({ list: v.number() }),
  v.object({ base: v.optional(v.number()), queues: v.string() }),
]);
export type StoredList = v.InferOutput<typeof storedListSchema>;

/**
 * Up to this many queues in an organization, a list is a row of numbers, which older programs can read. Equal lists
 * share a row.
 */
const FEW_QUEUES = 256;
/** Lists of up to this many bytes are stored without a base. */
const SMALL = 512;
/** Maximum bytes of a difference, because it is stored in its event's row. */
const MAX_DIFFERENCE_BYTES = 100_000;

/** An unreadable list is treated as empty. */
const readQueues = stored("recipient_lists.queues", v.array(v.number()), () => []);

/** The recipient lists of the event log. Holds those of in-memory events, and reads and writes the stored ones. */
export class RecipientLists {
  readonly #bases: RecipientBases;
  /** Lists of in-memory events that have their own row, by text. */
  #byText = new Map<string, RecipientList>();
  /** Lists written by the transaction in progress. */
  #written = new Set<RecipientList>();
  /** Whether the database is marked as unreadable for older programs and, if so, whether by this transaction. */
  #refused: "no" | "by this transaction" | "yes" = "no";

  constructor(
    private readonly sql: Sql,
    private readonly queues: LiveQueues,
    /** Records that programs without support for differences must not open the realm. */
    private readonly refuseOlder: () => void,
    newestEvent: number,
  ) {
    this.#bases = new RecipientBases(sql, newestEvent);
  }

  /** Returns the list of these queues for an event. Stores it within the transaction in progress, if necessary. */
  of(numbers: readonly number[], event: number): RecipientList {
    const queues = sortNumbers(numbers);
    return this.queues.size <= FEW_QUEUES ? this.#ofFew(queues) : this.#ofMany(queues, event);
  }

  /** Returns the list of these queues for a transient event. Writes nothing. */
  withoutRow(numbers: readonly number[]): RecipientList {
    const difference = setAmong(sortNumbers(numbers), this.queues.numbers);
    return { base: null, difference, stored: { queues: "" }, text: undefined, events: 0 };
  }

  /** Reads the list of an event that is no longer in memory. */
  read(list: StoredList, event: number): RecipientList {
    const common = { stored: list, text: undefined, events: 0 };
    if ("list" in list) {
      const row = listByNumber.first(this.sql, { number: list.list });
      const numbers = row === undefined ? [] : readQueues(row.queues, list.list);
      return { base: null, difference: setOf(numbers), ...common };
    }
    const difference = decodeSet(Buffer.from(list.queues, "base64"));
    const base = list.base === undefined ? null : this.#bases.read(list.base);
    if (difference !== null && base !== undefined) return { base, difference, ...common };
    reportUnreadable("events.audience", event, "its queues cannot be read");
    return { base: null, difference: NO_NUMBERS, ...common };
  }

  /** Call it after the transaction has committed. */
  commit(): void {
    this.#bases.commit();
    this.#written.clear();
    if (this.#refused === "by this transaction") this.#refused = "yes";
  }

  /** Call it after a rollback, which has undone the rows that the transaction wrote. */
  rollback(): void {
    this.#bases.rollback();
    for (const { text } of this.#written) if (text !== undefined) this.#byText.delete(text);
    this.#written.clear();
    if (this.#refused === "by this transaction") this.#refused = "no";
  }

  /** Counts another in-memory event that uses the list. Returns the additional memory in bytes. */
  retain(list: RecipientList): number {
    list.events += 1;
    if (list.events > 1) return 0;
    const { base, difference } = list;
    if (base === null) return difference.byteLength;
    base.lists += 1;
    return difference.byteLength + (base.lists === 1 ? base.set.byteLength : 0);
  }

  /** Call it when an in-memory event no longer uses the list. Returns the freed memory in bytes. */
  release(list: RecipientList): number {
    list.events -= 1;
    if (list.events > 0) return 0;
    const { base, difference, text } = list;
    if (text !== undefined) this.#byText.delete(text);
    if (base === null) return difference.byteLength;
    base.lists -= 1;
    return difference.byteLength + (base.lists === 0 ? base.set.byteLength : 0);
  }

  /** Deletes everything that only events older than `oldest` use. */
  sweep(oldest: number, areAllInMemory: boolean): void {
    this.#bases.sweep(oldest);
    // If some events are only in rows, their lists, which are also only in rows, must stay.
    if (!areAllInMemory) return;
    const kept = [...this.#byText.values()].flatMap(({ stored }) => ("list" in stored ? stored.list : []));
    deleteListsBut.run(this.sql, { kept: JSON.stringify(kept) });
  }

  #ofFew(numbers: Uint32Array): RecipientList {
    const text = JSON.stringify([...numbers]);
    const found = this.#byText.get(text);
    if (found !== undefined) return found;
    const { number } = insertList.one(this.sql, { queues: text });
    const list = { base: null, difference: setOf(numbers), stored: { list: number }, text, events: 0 };
    this.#written.add(list);
    this.#byText.set(text, list);
    return list;
  }

  #ofMany(numbers: Uint32Array, event: number): RecipientList {
    this.#refuseOlder();
    const all = this.queues.numbers;
    const whole = setAmong(numbers, all);
    const bytes = encodedLength(whole);
    if (bytes <= SMALL) return this.#inRowOfEvent(null, whole);
    const near = this.#bases.near(numbers);
    if (near !== undefined) {
      const difference = differenceFrom(near.set, numbers, all);
      const length = encodedLength(difference);
      // A new base is stored once the differences from this one have taken as much space as a base.
      if (length <= Math.min(MAX_DIFFERENCE_BYTES, bytes / 4) && near.spent + length <= bytes) {
        this.#bases.use(near, event, length);
        return this.#inRowOfEvent(near, difference);
      }
    }
    return this.#inRowOfEvent(this.#bases.add(whole, numbers, event), NO_NUMBERS);
  }

  #inRowOfEvent(base: Base | null, difference: NumberSet): RecipientList {
    const queues = Buffer.from(encodeSet(difference)).toString("base64");
    const stored = base === null ? { queues } : { base: base.number, queues };
    return { base, difference, stored, text: undefined, events: 0 };
  }

  #refuseOlder(): void {
    if (this.#refused !== "no") return;
    this.refuseOlder();
    this.#refused = "by this transaction";
  }
}

export const goesTo = ({ base, difference }: RecipientList, queue: number): boolean =>
  includes(difference, queue) !== (base !== null && includes(base.set, queue));

export const numbersOf = ({ base, difference }: RecipientList): NumberSet =>
  base === null ? difference : differing(base.set, difference);

function sortNumbers(numbers: readonly number[]): Uint32Array {
  const array = new Uint32Array(numbers);
  const isAscending = array.every((number, index) => index === 0 || number > (array[index - 1] as number));
  return isAscending ? array : array.sort();
}
