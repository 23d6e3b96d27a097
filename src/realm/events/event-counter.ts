import { type NoParams, type Sql, statement } from "../../database/statement.ts";

const BLOCK = 64;

const reserved = statement<NoParams, { reserved: number }>("SELECT reserved FROM event_counter");
const reserve = statement<{ upto: number }>("UPDATE event_counter SET reserved = :upto");

/**
 * The realm's counter of event ids. Ids are reserved in blocks, so that most don't cost a write (each heartbeat of a
 * poll uses one). No id is used twice, even if the object is evicted.
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

  /** Call it after a rollback, which may have undone the reservation. The next id then reserves a new block of ids. */
  rollback(): void {
    this.#reserved = this.#last;
  }
}
