import type { Sql } from "../../database/statement.ts";
import type { Log } from "../../logging/log.ts";
import type { Clock } from "../../util/clock.ts";
import { before, DAY_MS } from "../../util/time.ts";
import {
  deleteRefusedBefore,
  deleteUnshipped,
  insertRefused,
  retryRefusedBefore,
  type UnshippedRow,
} from "./unshipped-rows.ts";

const AT_ONCE = 2000;
/** So often a row that D1 refuses alone is tried before it is set aside, and so long it stays there. */
const TRIES_ALONE = 3;
const RETRY_AFTER_MS = DAY_MS;

/**
 * What D1 does not take although it is there: a batch may be more than it takes at once, or hold a row that it does not
 * take at all, which must not keep back all others.
 */
export class ShippingRefusals {
  #most = AT_ONCE;
  #alone = { seq: 0, tries: 0 };

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** How many marks the next batch may hold. */
  get most(): number {
    return this.#most;
  }

  /** Tries again what has been set aside for long. */
  resume(): void {
    const end = before(this.clock.milliseconds(), RETRY_AFTER_MS);
    retryRefusedBefore.run(this.sql, { before: end });
    deleteRefusedBefore.run(this.sql, { before: end });
  }

  shipped(): void {
    this.#most = Math.min(AT_ONCE, this.#most * 2);
  }

  refused(marks: readonly UnshippedRow[], error: unknown): void {
    const [only, ...others] = marks;
    if (only === undefined || others.length > 0) {
      this.#most = Math.max(1, marks.length >> 1);
      return;
    }
    const tries = this.#alone.seq === only.seq ? this.#alone.tries + 1 : 1;
    this.#alone = { seq: only.seq, tries };
    if (tries < TRIES_ALONE) return;
    insertRefused.run(this.sql, { seq: only.seq, error: String(error), now: this.clock.milliseconds() });
    deleteUnshipped.run(this.sql, { seqs: JSON.stringify([only.seq]) });
    this.log.trouble("row_parked", error, { table: only.bulk_table, key: only.row_key });
  }
}
