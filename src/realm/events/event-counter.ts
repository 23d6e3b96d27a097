import { type Sql, statement } from "../../database/statement.ts";

const BLOCK = 64;

const reserved = statement<Record<string, never>, { reserved: number }>("SELECT reserved FROM event_counter");
const reserve = statement<{ upto: number }>("UPDATE event_counter SET reserved = :upto");

/**
 * The realm's counter of event ids. Ids are reserved in blocks: most ids (each waiting poll takes one for its
 * heartbeat) are given out without a write, and none is given out twice, whatever happens to the object's memory.
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

  /** Called when a transaction was rolled back, perhaps with its reservation: the next id reserves a new block. */
  rollback(): void {
    this.#reserved = this.#last;
  }
}
