import type { ShippedState } from "../../database/arrival.ts";
import type { BulkTable } from "../../database/bulk-table.ts";
import { databaseFailure, isWholeBulkFailure, storeFailure } from "../../database/store-failure.ts";
import { count } from "../../metrics/counts.ts";
import { ApiError, bulkStoreBehind, bulkStoreUnavailable } from "../../protocol/errors.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../../util/time.ts";
import { batchOf } from "./batch.ts";
import { compareNext, firstPosition, skipIds } from "./comparison.ts";
import { forgetMarksAgain, insertMarks, readMove } from "./move-rows.ts";
import type { ShipperParts } from "./shipper-parts.ts";
import { GATHER_MS, ShippingPace } from "./shipping-pace.ts";
import { ShippingReaders } from "./shipping-readers.ts";
import { ShippingRefusals } from "./shipping-refusals.ts";
import {
  deleteRefusedShipped,
  deleteUnshipped,
  deleteUnshippedKeys,
  insertUnshipped,
  refusedCount,
  setQuiet,
  unshippedOf,
} from "./unshipped-rows.ts";

export const SHIP_TIMER = "ship";
const PAUSE_REFUSED_MS = milliseconds(200);
const FAILED = "The message store failed; see the log.";
/** While D1 is compared with the realm, a timer this often makes sure that it goes on after the object was evicted. */
const COMPARING_MS = milliseconds(10_000);
const backOff = (failures: number) => milliseconds(Math.min(MINUTE_MS, 500 * 2 ** failures));
/** The pause before a retry that a reader asks for: a retry reads all unshipped rows, so readers cannot cause many. */
const pauseForReaders = (failures: number) => milliseconds(Math.min(1000, 50 * 2 ** failures));

/**
 * Ships changed bulk rows to D1, in order, one batch at a time. If it finds that the realm or D1 was restored to an
 * earlier state, it begins a new epoch: D1 is compared with the realm, and gets all that it lacks.
 */
export class Shipper {
  readonly timer = SHIP_TIMER;
  #running = false;
  /** Settles when the current run has ended. */
  #run = Promise.resolve();
  /** The number of callers that wait for, or do, work during which nothing may be shipped. */
  #exclusive = 0;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #reason: string | undefined;
  readonly #pace: ShippingPace;
  readonly #readers = new ShippingReaders();
  readonly #refusals: ShippingRefusals;
  /** The `seq` of the newest unshipped row, null where there is none; undefined until somebody asks for it. */
  #newestFound: number | null | undefined;
  /** The `seq` up to which everything was shipped since the object came into memory. */
  #upTo = 0;
  /** Whether D1's state was found to be as the realm expects, since the object came into memory. */
  #trusted = false;
  /** Whether D1 can be written and refuses only the last batch. */
  #isRefused = false;
  readonly #parts: ShipperParts;
  readonly #marks: ReturnType<typeof unshippedOf>;
  /** Called when everything has been shipped, so that the message cache can be trimmed. */
  onShipped: () => void = () => {};
  /** Called when shipping has ended, well or not. */
  onEnd: () => void = () => {};
  /** Called after shipments, with the size of the database. */
  onStored: (bytes: number | undefined) => void = () => {};
  /**
   * Called when the realm turns out to have been restored to an earlier state, of which its clients know a later one.
   */
  onRestored: () => void = () => {};

  constructor(parts: ShipperParts) {
    this.#parts = parts;
    this.#pace = new ShippingPace(parts.clock);
    this.#refusals = new ShippingRefusals(parts.sql, parts.clock, parts.log);
    this.#marks = unshippedOf(parts.tables.keys());
  }

  /** The lag of D1, for the response of the health check. */
  get lag(): { waiting: boolean; failures: number; reason?: string; comparing: boolean; lost: number; parked: number } {
    const { sql, state } = this.#parts;
    return {
      waiting: this.#newest !== null || state.isComparing,
      failures: this.#failures,
      ...(this.#reason !== undefined && { reason: this.#reason }),
      comparing: state.isComparing,
      lost: state.lost,
      parked: refusedCount.one(sql, {}).count,
    };
  }

  /** Called when the object has come into memory. */
  begin(): void {
    this.#refusals.resume();
    this.#newestFound = undefined;
    // Each shipment is noted before it is sent. Where the note failed, the object was reset, and would be again at once: what
    // it can answer by itself comes first.
    if (this.#parts.isStorageFailing()) this.#failures = 1;
    // Even with nothing to ship: a restored store should be found before anything is sent to it.
    this.#startIn(this.#failures > 0 ? backOff(0) : GATHER_MS);
  }

  /** Called after each change: ships its rows soon. */
  shipSoon(): void {
    this.#newestFound = undefined;
    this.#pace.changed();
    if (this.#running || this.#failures > 0) return;
    if (this.#soon !== undefined) {
      // Most changes of a busy realm find the next shipment planned already.
      if (!this.#pace.isFull) return;
      clearTimeout(this.#soon);
      this.#soon = undefined;
    }
    if (this.#newest === null && !this.#parts.state.isComparing) return;
    this.#pace.waits();
    this.#startIn(this.#pace.pause);
  }

  /** Since when D1 lacks rows, by what this object has seen; undefined where it has all. */
  get behindSince(): Milliseconds | undefined {
    return this.#pace.behindSince;
  }

  /** The name of the database that the rows are shipped to. */
  get database(): string {
    return this.#parts.state.database;
  }

  /** D1's state after the last shipment; null where it is not known, or may not hold any more. */
  get bookmark(): string | null {
    return this.#trusted && !this.#parts.state.isComparing ? this.#parts.state.bookmark : null;
  }

  /** The bytes of the database after the last shipment; undefined until there is one. */
  get size(): number | undefined {
    return this.#parts.store.size;
  }

  /** Whether the realm is known to hold what D1 lacks: the last shipment has failed, or D1 refuses single rows. */
  get isAhead(): boolean {
    return this.#failures > 0 || this.#refusals.any;
  }

  /** Resolves when D1 has everything that the realm has now. */
  caughtUp(): Promise<void> {
    if (this.#isThrough(this.#newest ?? 0)) return Promise.resolve();
    if (this.#failures === 0) this.#start();
    // A reader makes it try again before the back-off is over.
    else if (!this.#running) this.#startIn(pauseForReaders(this.#failures));
    return this.#readers.wait(this.#newest ?? 0, () => this.#unavailable());
  }

  /** Resolves when D1 is known to follow this realm's history, though perhaps without its newest rows. */
  async trusted(): Promise<void> {
    if (!this.#trusted || this.#parts.state.isComparing) await this.caughtUp();
  }

  /** Runs work whose changes of rows are not shipped: the message cache deletes and loads rows that D1 has. */
  withoutMarking(work: () => void): void {
    const { sql } = this.#parts;
    setQuiet.run(sql, { quiet: 1 });
    try {
      work();
    } finally {
      setQuiet.run(sql, { quiet: 0 });
    }
  }

  /** Deletes rows by their ids in the realm and in D1, even those that only D1 has. */
  remove({ name: bulk_table }: BulkTable, ids: readonly number[]): void {
    const { sql } = this.#parts;
    this.withoutMarking(() => {
      const listed = JSON.stringify(ids);
      sql.exec(`DELETE FROM ${bulk_table} WHERE id IN (SELECT value FROM json_each(?1))`, listed).toArray();
    });
    const keys = JSON.stringify(ids.map((id) => JSON.stringify([id])));
    deleteUnshippedKeys.run(sql, { bulk_table, keys });
    insertUnshipped.run(sql, { bulk_table, keys });
  }

  /** Does some work while nothing is shipped. */
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

  /** Called when the organization has moved to another database, which is found out about anew. */
  switched(): void {
    this.#trusted = false;
    this.#failures = 0;
    this.#reason = undefined;
    this.#refusals.forget();
    this.#parts.timers.clear(SHIP_TIMER);
    this.#parts.timers.arm();
  }

  /** Run by the timer, when a try has failed or a comparison is in progress. */
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
      // Changes that came meanwhile wait for others again, unless a reader waits for them.
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

  /** The object has ended meanwhile, or its database is damaged: whoever uses it next begins anew. */
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

  /** Ships one batch of the oldest unshipped rows. */
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
      // If D1 can be written, it refuses this batch. A full one may still take an update in place.
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
      if (this.#refusals.any) deleteRefusedShipped.run(sql, { seqs });
      this.#refusals.forget();
      deleteUnshipped.run(sql, { seqs });
      state.confirm({ stamp, version }, store.bookmark);
    });
    this.#trusted = true;
    this.#upTo = version;
    this.#refusals.shipped();
  }

  /** Checks that D1 is in a state that the realm's shipments have led to; begins a new epoch if it is not. */
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
        deleteUnshippedKeys.run(sql, { bulk_table, keys: JSON.stringify(keys) });
        insertUnshipped.run(sql, { bulk_table, keys: JSON.stringify(keys) });
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
    // With nothing to ship, D1 was only to be checked: the next reader checks it again.
    if (this.#newest === null && !state.isComparing && this.#readers.size === 0) return;
    this.#failures += 1;
    this.#pace.waits();
    this.#reason = (error instanceof ApiError ? error : storeFailure(error))?.message ?? FAILED;
    log.trouble("shipping_failed", error, { tries: this.#failures });
    this.#readers.refuse(this.#unavailable());
    if (this.#isRefused) this.#startIn(wait);
    this.#isRefused = false;
    try {
      // A further write, where the realm's own database has failed too, would end the object and whatever it answers.
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
