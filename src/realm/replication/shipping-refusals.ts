import type { Sql } from "../../database/statement.ts";
import type { Log } from "../../logging/log.ts";
import type { Clock } from "../../util/clock.ts";
import { after, before, DAY_MS, HOUR_MS, type Milliseconds } from "../../util/time.ts";
import type { UnshippedRow } from "./unshipped-rows.ts";
import * as rows from "./unshipped-rows.ts";

const BATCH_ROWS = 2000;
/** Attempts at a refused row in a separate batch before it is left out. */
const TRIES_ALONE = 3;
const RETRY_AFTER_MS = DAY_MS;

/** Interval for checking left-out rows while the object is in memory. */
const RESUME_EACH_MS = HOUR_MS;

/**
 * Handles batches that a writable D1 refuses. A batch may be too large, or contain a row that D1 never accepts. To keep
 * such a row from blocking the rest, batches shrink until it is alone, and it is then left out.
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

  get most(): number {
    return this.#most;
  }

  get any(): boolean {
    this.#any ??= rows.refusedCount.one(this.sql, {}).count > 0;
    return this.#any;
  }

  /** Call it when the left-out rows may have changed. */
  forget(): void {
    this.#any = undefined;
  }

  /** Ships again the rows that were left out long ago. */
  resume(): void {
    this.forget();
    this.#resumedAt = this.clock.milliseconds();
    const end = before(this.clock.milliseconds(), RETRY_AFTER_MS);
    rows.retryRefusedBefore.run(this.sql, { before: end });
    rows.deleteRefusedBefore.run(this.sql, { before: end });
  }

  /** Call it when D1 has accepted a batch. */
  shipped(): void {
    this.#most = Math.min(BATCH_ROWS, this.#most * 2);
    const since = this.#resumedAt ?? this.clock.milliseconds();
    if (this.any && this.clock.milliseconds() >= after(since, RESUME_EACH_MS)) this.resume();
  }

  /** Call it when D1 has refused a batch of these rows. */
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
    rows.insertRefused.run(this.sql, { seq: only.seq, error: String(error), now: this.clock.milliseconds() });
    rows.deleteUnshipped.run(this.sql, { seqs: JSON.stringify([only.seq]) });
    this.log.trouble("row_parked", error, { table: only.bulk_table, key: only.row_key });
  }
}
