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
 * The queues that an event goes to. It may also have the numbers of queues that had ended before the event, which nobody
 * asks for any more; of queues that began later it has none.
 */
export interface RecipientList {
  readonly base: Base | null;
  /** The numbers in which the list differs from its base; all of them where it has none. */
  readonly difference: NumberSet;
  /** The list as the rows of its events have it. */
  readonly stored: StoredList;
  /** The list's text in its own row, where it has one. */
  readonly text: string | undefined;
  /** The number of events in memory that use the list. */
  events: number;
}

/** The queues that there are. */
export interface LiveQueues {
  readonly size: number;
  /** Ascending. */
  readonly numbers: Uint32Array;
}

/** The number of a row, or a difference in Base64 with the number of its base. */
export const storedListSchema = v.union([
  v.object({ list: v.number() }),
  v.object({ base: v.optional(v.number()), queues: v.string() }),
]);
export type StoredList = v.InferOutput<typeof storedListSchema>;

/** Up to so many queues of an organization, a list is a row of numbers, which older programs read, and equal lists share it. */
const FEW_QUEUES = 256;
/** The length in bytes up to which a list needs no base. */
const SMALL = 512;
/** The longest difference, in bytes: it is a part of its event's row. */
const MAX_DIFFERENCE_BYTES = 100_000;

/** A stored list that cannot be read is taken as empty. */
const readQueues = stored("recipient_lists.queues", v.array(v.number()), () => []);

/** The recipient lists of the event log: those of events in memory, and what is stored of all. */
export class RecipientLists {
  readonly #bases: RecipientBases;
  /** The lists with rows of their own that events in memory use, by their text. */
  #byText = new Map<string, RecipientList>();
  /** The lists that the transaction in progress has written. */
  #written = new Set<RecipientList>();
  /** Whether older programs have been told that they cannot read the log, and whether the transaction in progress told them. */
  #refused: "no" | "by this transaction" | "yes" = "no";

  constructor(
    private readonly sql: Sql,
    private readonly queues: LiveQueues,
    /** Writes down that programs which know no differences must leave the realm alone. */
    private readonly refuseOlder: () => void,
    newestEvent: number,
  ) {
    this.#bases = new RecipientBases(sql, newestEvent);
  }

  /** The list of these queues for an event. Writes what is not stored of it yet, within the transaction in progress. */
  of(numbers: readonly number[], event: number): RecipientList {
    const queues = ascending(numbers);
    return this.queues.size <= FEW_QUEUES ? this.#ofFew(queues) : this.#ofMany(queues, event);
  }

  /** The list of these queues for a transient event: nothing is written for it. */
  withoutRow(numbers: readonly number[]): RecipientList {
    const difference = setAmong(ascending(numbers), this.queues.numbers);
    return { base: null, difference, stored: { queues: "" }, text: undefined, events: 0 };
  }

  /** Reads a list back, for an event that is no longer in memory. */
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

  /** Called when the transaction has committed. */
  commit(): void {
    this.#bases.commit();
    this.#written.clear();
    if (this.#refused === "by this transaction") this.#refused = "yes";
  }

  /** Called when the transaction was rolled back: the rows that it wrote do not exist. */
  rollback(): void {
    this.#bases.rollback();
    for (const { text } of this.#written) if (text !== undefined) this.#byText.delete(text);
    this.#written.clear();
    if (this.#refused === "by this transaction") this.#refused = "no";
  }

  /** The bytes of memory that one more event with the list takes. */
  retain(list: RecipientList): number {
    list.events += 1;
    if (list.events > 1) return 0;
    const { base, difference } = list;
    if (base === null) return difference.byteLength;
    base.lists += 1;
    return difference.byteLength + (base.lists === 1 ? base.set.byteLength : 0);
  }

  /** The bytes of memory that one event less with the list frees. */
  release(list: RecipientList): number {
    list.events -= 1;
    if (list.events > 0) return 0;
    const { base, difference, text } = list;
    if (text !== undefined) this.#byText.delete(text);
    if (base === null) return difference.byteLength;
    base.lists -= 1;
    return difference.byteLength + (base.lists === 0 ? base.set.byteLength : 0);
  }

  /** Deletes what only events before the oldest one use. */
  sweep(oldest: number, areAllInMemory: boolean): void {
    this.#bases.sweep(oldest);
    // Events that are only in rows refer to lists that are only in rows: those must stay.
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
      // A new base is written once the differences from the last one would have taken as much as it takes.
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

/** Whether a queue is in a list. */
export const goesTo = ({ base, difference }: RecipientList, queue: number): boolean =>
  includes(difference, queue) !== (base !== null && includes(base.set, queue));

/** The numbers of a list. */
export const numbersOf = ({ base, difference }: RecipientList): NumberSet =>
  base === null ? difference : differing(base.set, difference);

function ascending(numbers: readonly number[]): Uint32Array {
  const array = new Uint32Array(numbers);
  const isAscending = array.every((number, index) => index === 0 || number > (array[index - 1] as number));
  return isAscending ? array : array.sort();
}
