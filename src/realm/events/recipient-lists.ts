import * as v from "valibot";
import type { Sql } from "../../database/statement.ts";
import { stored } from "../../database/stored.ts";
import { deleteListsBut, insertList, listByNumber } from "./queue-rows.ts";

/** The queues that an event goes to. Events that go to the same queues share one list. */
export interface RecipientList {
  /** The primary key of the list's row; 0 where it has none. */
  readonly number: number;
  /** The numbers of the queues, ascending: an event may go to thousands, four bytes each. */
  readonly queues: Uint32Array;
  /** The number of events in memory that use the list. */
  events: number;
}

/** A stored list that cannot be read is taken as empty. */
const readQueues = stored("recipient_lists.queues", v.array(v.number()), () => []);

/** The recipient lists of the event log: those of events in memory, and the rows of all. */
export class RecipientLists {
  /** The lists of the events in memory, by a hash of their queues. */
  #byHash = new Map<number, RecipientList[]>();
  /** The lists that the transaction in progress has written. */
  #written = new Set<RecipientList>();

  constructor(private readonly sql: Sql) {}

  /** The list of these queues. Writes its row if there is none yet, within the transaction in progress. */
  of(numbers: readonly number[]): RecipientList {
    const queues = Uint32Array.from(numbers).sort();
    const found = this.#known(queues);
    if (found !== undefined) return found;
    const { number } = insertList.one(this.sql, { queues: JSON.stringify([...queues]) });
    const list: RecipientList = { number, queues, events: 0 };
    this.#written.add(list);
    this.#remember(list);
    return list;
  }

  /** The list of these queues for a transient event: no row is written for it. */
  withoutRow(numbers: readonly number[]): RecipientList {
    const queues = Uint32Array.from(numbers).sort();
    return this.#known(queues) ?? { number: 0, queues, events: 0 };
  }

  /** Reads a list from its row, for an event that is no longer in memory. */
  stored(number: number): RecipientList {
    const { queues } = listByNumber.one(this.sql, { number });
    return { number, queues: Uint32Array.from(readQueues(queues, number)), events: 0 };
  }

  /** Called when the transaction has committed. */
  commit(): void {
    this.#written.clear();
  }

  /** Called when the transaction was rolled back: the rows that it wrote do not exist. */
  rollback(): void {
    for (const list of this.#written) this.#drop(list);
    this.#written.clear();
  }

  retain(list: RecipientList): void {
    list.events += 1;
  }

  release(list: RecipientList): void {
    list.events -= 1;
    if (list.events === 0) this.#drop(list);
  }

  /** Deletes the rows of all lists but those of the events in memory. */
  sweep(): void {
    const kept = [...this.#byHash.values()].flat().map(({ number }) => number);
    deleteListsBut.run(this.sql, { kept: JSON.stringify(kept) });
  }

  #known(queues: Uint32Array): RecipientList | undefined {
    return this.#byHash.get(hashOf(queues))?.find((list) => sameNumbers(list.queues, queues));
  }

  #remember(list: RecipientList): void {
    const hash = hashOf(list.queues);
    this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), list]);
  }

  #drop(list: RecipientList): void {
    const hash = hashOf(list.queues);
    const others = this.#byHash.get(hash)?.filter((one) => one !== list) ?? [];
    if (others.length > 0) this.#byHash.set(hash, others);
    else this.#byHash.delete(hash);
  }
}

/** Whether a queue is in a list. */
export function goesTo({ queues }: RecipientList, queue: number): boolean {
  let low = 0;
  let high = queues.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((queues[middle] as number) < queue) low = middle + 1;
    else high = middle;
  }
  return queues[low] === queue;
}

const hashOf = (queues: Uint32Array): number => queues.reduce((hash, number) => (Math.imul(hash, 31) + number) | 0, 7);

const sameNumbers = (one: Uint32Array, other: Uint32Array): boolean =>
  one.length === other.length && one.every((number, index) => number === other[index]);
