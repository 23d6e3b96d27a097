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
/** How often a row that D1 refuses is tried in a batch of its own before it is left out. */
const TRIES_ALONE = 3;
/** After how long a row that was left out is tried again. */
const RETRY_AFTER_MS = DAY_MS;

/**
 * What to do when D1 can be written and still refuses a batch: the batch may be too large, or hold a row that D1 never
 * accepts, which must not keep back all others. So batches become smaller until the row is alone, and is left out.
 */
export class ShippingRefusals {
  #most = AT_ONCE;
  #alone = { seq: 0, tries: 0 };

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** How many rows the next batch may hold. */
  get most(): number {
    return this.#most;
  }

  /** Ships rows again that were left out long ago. */
  resume(): void {
    const end = before(this.clock.milliseconds(), RETRY_AFTER_MS);
    retryRefusedBefore.run(this.sql, { before: end });
    deleteRefusedBefore.run(this.sql, { before: end });
  }

  /** Called when D1 has accepted a batch. */
  shipped(): void {
    this.#most = Math.min(AT_ONCE, this.#most * 2);
  }

  /** Called when D1 has refused a batch of these rows. */
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
