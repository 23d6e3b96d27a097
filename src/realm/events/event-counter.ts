import { type Sql, statement } from "../../database/statement.ts";

const BLOCK = 64;

const reserved = statement<Record<string, never>, { reserved: number }>("SELECT reserved FROM event_counter");
const reserve = statement<{ upto: number }>("UPDATE event_counter SET reserved = :upto");

/**
 * The realm's one counter of event ids. It is reserved in blocks, so that handing out an id (each parked poll takes
 * one for its heartbeat) writes nothing, and no id is ever given twice, whatever happens to the object's memory.
 */
export class EventCounter {
  #last: number;
  #reserved: number;

  constructor(private readonly sql: Sql) {
    this.#reserved = reserved.one(sql, {}).reserved;
    this.#last = this.#reserved;
  }

  get last(): number {
    return this.#last;
  }

  next(): number {
    if (this.#last >= this.#reserved) this.#extend();
    this.#last += 1;
    return this.#last;
  }

  #extend(): void {
    this.#reserved = this.#last + BLOCK;
    reserve.run(this.sql, { upto: this.#reserved });
  }

  /** After a transaction was undone its reservation may be gone: the next id reserves anew. */
  rollback(): void {
    this.#reserved = this.#last;
  }
}
