import type { Sql } from "../../database/statement.ts";
import type { Log } from "../../logging/log.ts";
import type { Clock } from "../../util/clock.ts";
import { after, before, DAY_MS, HOUR_MS, type Milliseconds } from "../../util/time.ts";
import {
  deleteRefusedBefore,
  deleteUnshipped,
  insertRefused,
  refusedCount,
  retryRefusedBefore,
  type UnshippedRow,
} from "./unshipped-rows.ts";

const BATCH_ROWS = 2000;
/** The number of times that a row which D1 refuses is tried in a batch of its own before it is left out. */
const TRIES_ALONE = 3;
/** After how long a row that was left out is tried again. */
const RETRY_AFTER_MS = DAY_MS;

/** The interval at which the left out rows are looked through while the object is in memory. */
const RESUME_EACH_MS = HOUR_MS;

/**
 * The way out when D1 can be written and still refuses a batch: the batch may be too large, or hold a row that D1 never
 * accepts, which must not keep back all others. So batches become smaller until the row is alone, and is left out.
 */
export class ShippingRefusals {
  #most = BATCH_ROWS;
  #alone = { seq: 0, tries: 0 };
  #any: boolean | undefined;
  #resumedAt: Milliseconds | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** The number of rows that the next batch may hold. */
  get most(): number {
    return this.#most;
  }

  /** Whether rows are left out. */
  get any(): boolean {
    this.#any ??= refusedCount.one(this.sql, {}).count > 0;
    return this.#any;
  }

  /** Called when the left out rows may have changed. */
  forget(): void {
    this.#any = undefined;
  }

  /** Ships rows again that were left out long ago. */
  resume(): void {
    this.forget();
    this.#resumedAt = this.clock.milliseconds();
    const end = before(this.clock.milliseconds(), RETRY_AFTER_MS);
    retryRefusedBefore.run(this.sql, { before: end });
    deleteRefusedBefore.run(this.sql, { before: end });
  }

  /** Called when D1 has accepted a batch. */
  shipped(): void {
    this.#most = Math.min(BATCH_ROWS, this.#most * 2);
    const since = this.#resumedAt ?? this.clock.milliseconds();
    if (this.any && this.clock.milliseconds() >= after(since, RESUME_EACH_MS)) this.resume();
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
    this.forget();
    insertRefused.run(this.sql, { seq: only.seq, error: String(error), now: this.clock.milliseconds() });
    deleteUnshipped.run(this.sql, { seqs: JSON.stringify([only.seq]) });
    this.log.trouble("row_parked", error, { table: only.bulk_table, key: only.row_key });
  }
}
