import type { BulkStore } from "../../database/bulk-store.ts";
import type { BulkTable } from "../../database/bulk-table.ts";
import type { ShippedState } from "../../database/shipped-state.ts";
import type { Sql } from "../../database/statement.ts";
import { databaseFailure, isWholeBulkFailure, storeFailure } from "../../database/store-failure.ts";
import type { Log } from "../../logging/log.ts";
import { count } from "../../metrics/counts.ts";
import { ApiError, bulkStoreBehind, bulkStoreUnavailable } from "../../protocol/errors.ts";
import type { Clock } from "../../util/clock.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../../util/time.ts";
import type { Timers } from "../timers.ts";
import { batchOf } from "./batch.ts";
import { compareNext, firstPosition, skipIds } from "./comparison.ts";
import { forgetMarksAgain, insertMarks, readMove } from "./move-rows.ts";
import { GATHER_MS, ShippingPace } from "./shipping-pace.ts";
import { ShippingReaders } from "./shipping-readers.ts";
import { ShippingRefusals } from "./shipping-refusals.ts";
import type { ShippingState } from "./shipping-state.ts";
import * as rows from "./unshipped-rows.ts";

interface ShipperParts {
  readonly sql: Sql;
  readonly transaction: (work: () => void) => void;
  readonly store: BulkStore;
  readonly tables: ReadonlyMap<string, BulkTable>;
  readonly state: ShippingState;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each failure, including failures of the realm's own database. */
  readonly onFailure: (error: unknown) => void;
  readonly isStorageFailing: () => boolean;
}

export const SHIP_TIMER = "ship";
const PAUSE_REFUSED_MS = milliseconds(200);
const FAILED = "The message store failed; see the log.";
/** While D1 and the realm are compared, this timer resumes the comparison if the object was evicted. */
const COMPARING_MS = milliseconds(10_000);
const backOff = (failures: number) => milliseconds(Math.min(MINUTE_MS, 500 * 2 ** failures));
/** Delay of a retry requested by a reader. It grows with each failure, because each retry reads all unshipped rows. */
const pauseForReaders = (failures: number) => milliseconds(Math.min(1000, 50 * 2 ** failures));

/**
 * Ships changed bulk rows to D1, in order, one batch at a time. If the realm or D1 turns out to have been restored to
 * an earlier state, starts a new epoch: D1 is compared with the realm, and is sent everything it lacks.
 */
export class Shipper {
  readonly timer = SHIP_TIMER;
  #running = false;
  /** Settles when the current run ends. */
  #run = Promise.resolve();
  /** Number of `exclusively` callers that are waiting or at work. */
  #exclusive = 0;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #reason: string | undefined;
  readonly #pace: ShippingPace;
  readonly #readers = new ShippingReaders();
  readonly #refusals: ShippingRefusals;
  /** The `seq` of the newest unshipped row, or null if there is none. Undefined until it is first needed. */
  #newestFound: number | null | undefined;
  /** Everything up to this `seq` has been shipped since the object was loaded. */
  #upTo = 0;
  /** True if D1's state has matched the realm's expectation since the object was loaded. */
  #trusted = false;
  /** True if D1 accepts writes but rejected the last batch. */
  #isRefused = false;
  readonly #parts: ShipperParts;
  readonly #marks: ReturnType<typeof rows.unshippedOf>;
  /** Called when everything has been shipped, so that the message cache can be trimmed. */
  onShipped: () => void = () => {};
  onEnd: () => void = () => {};
  /** Called after shipments, with the size of the database. */
  onStored: (bytes: number | undefined) => void = () => {};
  /** Called when the realm turns out to have been restored to an earlier state than its clients have seen. */
  onRestored: () => void = () => {};

  constructor(parts: ShipperParts) {
    this.#parts = parts;
    this.#pace = new ShippingPace(parts.clock);
    this.#refusals = new ShippingRefusals(parts.sql, parts.clock, parts.log);
    this.#marks = rows.unshippedOf(parts.tables.keys());
  }

  /** How far D1 lags behind, for the health check. */
  get lag(): { waiting: boolean; failures: number; reason?: string; comparing: boolean; lost: number; parked: number } {
    const { sql, state } = this.#parts;
    return {
      waiting: this.#newest !== null || state.isComparing,
      failures: this.#failures,
      ...(this.#reason !== undefined && { reason: this.#reason }),
      comparing: state.isComparing,
      lost: state.lost,
      parked: rows.refusedCount.one(sql, {}).count,
    };
  }

  begin(): void {
    this.#refusals.resume();
    this.#newestFound = undefined;
    // Each shipment is recorded before it is sent. If that write failed, the object was reset, and an immediate retry
    // would reset it again. With a delay, at least requests that need no shipment are answered.
    if (this.#parts.isStorageFailing()) this.#failures = 1;
    // Starts even if there is nothing to ship, to detect a restored store before anything is sent to it.
    this.#startIn(this.#failures > 0 ? backOff(0) : GATHER_MS);
  }

  /** Ships changed rows soon. Call it after each change. */
  shipSoon(): void {
    this.#newestFound = undefined;
    this.#pace.changed();
    if (this.#running || this.#failures > 0) return;
    if (this.#soon !== undefined) {
      // In a busy realm, most changes are made while the next shipment is already planned.
      if (!this.#pace.isFull) return;
      clearTimeout(this.#soon);
      this.#soon = undefined;
    }
    if (this.#newest === null && !this.#parts.state.isComparing) return;
    this.#pace.waits();
    this.#startIn(this.#pace.pause);
  }

  get behindSince(): Milliseconds | undefined {
    return this.#pace.behindSince;
  }

  get database(): string {
    return this.#parts.state.database;
  }

  /** D1 session bookmark after the last shipment, or null if it is unknown or may be outdated. */
  get bookmark(): string | null {
    return this.#trusted && !this.#parts.state.isComparing ? this.#parts.state.bookmark : null;
  }

  /** Bytes of the database after the last shipment, or undefined before the first. */
  get size(): number | undefined {
    return this.#parts.store.size;
  }

  /**
   * True if the realm is known to hold rows that D1 lacks, because the last shipment failed or D1 refuses certain rows.
   */
  get isAhead(): boolean {
    return this.#failures > 0 || this.#refusals.any;
  }

  /** Resolves when D1 has everything the realm has now. */
  caughtUp(): Promise<void> {
    if (this.#isThrough(this.#newest ?? 0)) return Promise.resolve();
    if (this.#failures === 0) this.#start();
    // A reader doesn't wait for the end of the backoff, but triggers a retry.
    else if (!this.#running) this.#startIn(pauseForReaders(this.#failures));
    return this.#readers.wait(this.#newest ?? 0, () => this.#unavailable());
  }

  /** Resolves when D1 is known to match this realm's history, possibly without its newest rows. */
  async trusted(): Promise<void> {
    if (!this.#trusted || this.#parts.state.isComparing) await this.caughtUp();
  }

  /**
   * Runs work without marking the rows it changes as unshipped. The message cache uses it to delete and load rows that
   * D1 has.
   */
  withoutMarking(work: () => void): void {
    const { sql } = this.#parts;
    rows.setQuiet.run(sql, { quiet: 1 });
    try {
      work();
    } finally {
      rows.setQuiet.run(sql, { quiet: 0 });
    }
  }

  /** Deletes rows by id in the realm and in D1, even those that only D1 has. */
  remove({ name: bulk_table }: BulkTable, ids: readonly number[]): void {
    const { sql } = this.#parts;
    this.withoutMarking(() => {
      const listed = JSON.stringify(ids);
      sql.exec(`DELETE FROM ${bulk_table} WHERE id IN (SELECT value FROM json_each(?1))`, listed).toArray();
    });
    const keys = JSON.stringify(ids.map((id) => JSON.stringify([id])));
    rows.deleteUnshippedKeys.run(sql, { bulk_table, keys });
    rows.insertUnshipped.run(sql, { bulk_table, keys });
  }

  /** Runs work while shipping is paused. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    this.#exclusive += 1;
    while (this.#running) await this.#run;
    this.#running = true;
    const done = work();
    this.#run = done.then(
      () => {},
      () => {},
    );
    try {
      return await done;
    } finally {
      this.#exclusive -= 1;
      this.#running = false;
      this.#newestFound = undefined;
      this.#startIn(GATHER_MS);
    }
  }

  /** Call it when the organization has moved to another database, so that the state of that database is checked. */
  switched(): void {
    this.#trusted = false;
    this.#failures = 0;
    this.#reason = undefined;
    this.#refusals.forget();
    this.#parts.timers.clear(SHIP_TIMER);
    this.#parts.timers.arm();
  }

  /** Called by the timer after a failed attempt, or during a comparison. */
  retry(): void {
    const { state, timers, clock } = this.#parts;
    if (state.isComparing) timers.set(SHIP_TIMER, after(clock.milliseconds(), COMPARING_MS));
    this.#start();
  }

  get #newest(): number | null {
    if (this.#newestFound === undefined) {
      this.#newestFound = this.#marks.newest.first(this.#parts.sql, {})?.seq ?? null;
    }
    return this.#newestFound;
  }

  #isThrough(seq: number): boolean {
    return this.#trusted && !this.#parts.state.isComparing && (this.#newest === null || seq <= this.#upTo);
  }

  #unavailable() {
    return this.#parts.state.isComparing ? bulkStoreBehind() : bulkStoreUnavailable();
  }

  #startIn(ms: Milliseconds): void {
    this.#soon ??= setTimeout(() => this.#start(), ms);
  }

  #start(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (this.#running) return;
    this.#running = true;
    this.#pace.began();
    this.#run = this.#ship().catch((error) => this.#ended(error));
  }

  async #ship(): Promise<void> {
    try {
      // Unless a reader is waiting, newer changes are left for the next shipment, which collects more of them.
      do {
        await this.#step();
        this.#readers.release((seq) => this.#isThrough(seq));
      } while (this.#exclusive === 0 && (this.#readers.size > 0 || this.#parts.state.isComparing));
      this.#succeeded();
      this.#running = false;
      this.shipSoon();
    } catch (error) {
      this.#failed(error);
    }
  }

  /**
   * Handles the end of a run after an error: the object was reset or its database is damaged. The next use starts over.
   */
  #ended(error: unknown): void {
    this.#parts.log.trouble("shipping_ended", error);
    this.#readers.refuse(this.#unavailable());
  }

  async #step(): Promise<void> {
    const { state } = this.#parts;
    if (this.#newest !== null) await this.#shipOnce();
    else if (!this.#trusted) await this.#checkArrival(await this.#parts.store.arrival());
    else if (state.isComparing) await this.#compare();
    this.#newestFound = undefined;
  }

  async #shipOnce(): Promise<void> {
    const { sql, tables, store, state } = this.#parts;
    const { shipments, marks } = batchOf(sql, tables, this.#marks.oldest.all(sql, { most: this.#refusals.most }));
    const version = marks.at(-1)?.seq;
    if (version === undefined) return;
    if (state.isUncertain) {
      const arrival = await store.arrival();
      if (!state.accepts(arrival)) return this.#checkArrival(arrival);
      state.confirm(arrival ?? state, null);
    }
    const first = state.isNew ? state.stamp : undefined;
    const { stamp, follows } = state.attempt();
    let arrival: ShippedState | undefined;
    try {
      arrival = await store.ship(shipments, { epoch: state.epoch, version, stamp, follows, first });
    } catch (error) {
      // If D1 accepts writes, it refused the batch because of its content. A full database may still accept updates in
      // place.
      this.#isRefused = !isWholeBulkFailure(error) && (await store.takesWrites());
      if (this.#isRefused) this.#refusals.refused(marks, error);
      throw error;
    }
    if (arrival?.stamp !== stamp) return this.#checkArrival(arrival);
    const seqs = JSON.stringify(marks.map(({ seq }) => seq));
    this.#parts.transaction(() => {
      if (readMove.first(sql, {})?.phase === "copying") {
        forgetMarksAgain.run(sql, { seqs });
        insertMarks.run(sql, { seqs });
      }
      if (this.#refusals.any) rows.deleteRefusedShipped.run(sql, { seqs });
      this.#refusals.forget();
      rows.deleteUnshipped.run(sql, { seqs });
      state.confirm({ stamp, version }, store.bookmark);
    });
    this.#trusted = true;
    this.#upTo = version;
    this.#refusals.shipped();
  }

  /** Checks that D1's state results from the realm's shipments. Otherwise, starts a new epoch. */
  async #checkArrival(arrival: ShippedState | undefined): Promise<void> {
    const { state, store, sql, tables, timers, clock, log, transaction } = this.#parts;
    if (state.accepts(arrival)) {
      this.#trusted = true;
      return;
    }
    this.#trusted = false;
    const isRestored = arrival !== undefined && !state.isAheadOf(arrival);
    const known = [...tables.values()].filter(({ integerKey }) => isRestored && integerKey);
    const newest = await Promise.all(known.map(async (table) => ({ table, id: await store.newest(table) })));
    const lines = {
      expected: `${state.epoch}/${state.version}`,
      found: arrival && `${arrival.epoch}/${arrival.version}`,
    };
    transaction(() => {
      for (const { table, id } of newest) skipIds(sql, table, id);
      state.begin(Math.max(clock.milliseconds(), state.epoch + 1, (arrival?.epoch ?? 0) + 1), firstPosition(tables));
      timers.set(SHIP_TIMER, after(clock.milliseconds(), COMPARING_MS));
    });
    timers.arm();
    log.warn("stores_disagree", { put_back: isRestored ? "realm" : "bulk_store", ...lines });
    if (isRestored) this.onRestored();
    this.#trusted = state.accepts(await store.begin(state));
    if (!this.#trusted) throw new Error("the message store did not follow a new epoch");
  }

  async #compare(): Promise<void> {
    const { sql, store, tables, state, timers, log, transaction } = this.#parts;
    const position = state.comparing ?? firstPosition(tables);
    if (position === null) return state.advance(null, 0);
    const { marked, lost, next, insert } = await compareNext({ sql, store, tables }, position);
    transaction(() => {
      insert();
      for (const [bulk_table, keys] of marked) {
        rows.deleteUnshippedKeys.run(sql, { bulk_table, keys: JSON.stringify(keys) });
        rows.insertUnshipped.run(sql, { bulk_table, keys: JSON.stringify(keys) });
      }
      state.advance(next, lost);
    });
    if (next !== null) return;
    timers.clear(SHIP_TIMER);
    log.warn("stores_agree", { lost: state.lost });
  }

  #succeeded(): void {
    const { timers } = this.#parts;
    if (this.#failures > 0) timers.clear(SHIP_TIMER);
    this.#failures = 0;
    this.#reason = undefined;
    this.#pace.ended(this.#newest !== null);
    this.onShipped();
    this.onStored(this.#parts.store.size);
    timers.arm();
    count("parley_shipments_total", { result: "done" });
    this.onEnd();
  }

  #failed(error: unknown): void {
    const { timers, clock, log, state, onFailure } = this.#parts;
    const wait = this.#isRefused ? PAUSE_REFUSED_MS : backOff(this.#failures);
    this.#running = false;
    // The transaction may have been rolled back.
    state.reload();
    onFailure(error);
    // With nothing to ship, the failed run only checked D1. The next reader repeats the check.
    if (this.#newest === null && !state.isComparing && this.#readers.size === 0) return;
    this.#failures += 1;
    this.#pace.waits();
    this.#reason = (error instanceof ApiError ? error : storeFailure(error))?.message ?? FAILED;
    log.trouble("shipping_failed", error, { tries: this.#failures });
    this.#readers.refuse(this.#unavailable());
    if (this.#isRefused) this.#startIn(wait);
    this.#isRefused = false;
    try {
      // If the realm's own database has also failed, another write would reset the object and lose all responses.
      if (databaseFailure(error) !== undefined) throw error;
      timers.set(SHIP_TIMER, after(clock.milliseconds(), wait));
      timers.arm();
    } catch (cause) {
      log.trouble("timer_not_set", cause);
      this.#startIn(wait);
    }
    count("parley_shipments_total", { result: "failed" });
    this.onEnd();
  }
}
