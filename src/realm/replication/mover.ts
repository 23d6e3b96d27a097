import * as v from "valibot";
import type { BulkStore, Shipment } from "../../database/bulk-store.ts";
import type { BulkTable } from "../../database/bulk-table.ts";
import type { Sql } from "../../database/statement.ts";
import { storeFailure } from "../../database/store-failure.ts";
import { stored } from "../../database/stored.ts";
import type { Log } from "../../logging/log.ts";
import type { Clock } from "../../util/clock.ts";
import type { Random } from "../../util/random.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../../util/time.ts";
import type { Timers } from "../timers.ts";
import { tableAfter } from "./comparison.ts";
import {
  deleteAllMarks,
  deleteMarks,
  deleteMove,
  deleteParked,
  insertMove,
  type MovePhase,
  type MoveRow,
  oldestMarks,
  readMove,
  unparkAll,
} from "./move-rows.ts";
import type { Shipper } from "./shipper.ts";
import { newStamp, type ShippingState } from "./shipping-state.ts";

export const MOVE_TIMER = "move";

/** Maximum rows copied or removed at once, and their maximum bytes. */
const MAX_ROWS = 500;
const MAX_BYTES = 2_000_000;
/** Duration of one timer run, and the pause after it that lets other timers run. */
const RUN_MS = 2000;
const STEP_INTERVAL_MS = milliseconds(100);
/**
 * How long rows stay in the old database after the switch, because requests planned before the switch still read them
 * there.
 */
const REST_MS = milliseconds(5 * MINUTE_MS);
const COMPARING_MS = milliseconds(10_000);
/** Maximum batches with an unknown outcome, before asking the other database which of them arrived. */
const MAX_ATTEMPTS = 20;
const backOff = (failures: number) => milliseconds(Math.min(MINUTE_MS, 1000 * 2 ** failures));

const keySchema = v.array(v.union([v.string(), v.number(), v.null()]));
const readLastKey = stored("move.last_key", keySchema, () => []);
const readMarkKey = stored("moved_marks.row_key", keySchema, () => []);
const readAttempts = stored("move.attempts", v.array(v.string()), () => []);

interface MoverParts {
  readonly sql: Sql;
  readonly transaction: (work: () => void) => void;
  /** The store that currently has the rows. */
  readonly store: BulkStore;
  readonly storeIn: (database: string) => BulkStore;
  readonly tables: ReadonlyMap<string, BulkTable>;
  readonly state: ShippingState;
  readonly shipper: Shipper;
  readonly timers: Timers;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly onSwitch: (database: string) => void;
}

export interface MoveProgress {
  readonly phase: MovePhase;
  /** The other database: where rows are copied to, or removed from. */
  readonly database: string;
  readonly rows: number;
  readonly failures: number;
  readonly error?: string;
}

/**
 * Moves the organization's rows to another D1 database in portions. During the copy, rows are still read from the old
 * database and shipped to it; rows shipped in the meantime are copied again. For the last ones, shipping is paused.
 * Then a single change switches to the other database, and the old rows are removed. Each step is stored before the
 * next one and can be repeated, so that the move can be resumed after any interruption.
 */
export class Mover {
  readonly timer = MOVE_TIMER;
  #isBusy = false;

  constructor(private readonly parts: MoverParts) {}

  get progress(): MoveProgress | undefined {
    const row = this.#row;
    if (row === undefined) return undefined;
    const { phase, database, rows, failures, error } = row;
    return { phase, database, rows, failures, ...(error !== null && { error }) };
  }

  get #row(): MoveRow | undefined {
    return readMove.first(this.parts.sql, {});
  }

  /** Starts moving the rows to another database. Call it within a change, while no other move is in progress. */
  begin(database: string): void {
    this.#store({ ...this.#fresh(database), phase: "clearing" });
    this.#runAt(milliseconds(0));
  }

  /** Cancels a move before the switch, and removes the copied rows. Call it within a change. */
  callOff(database: string): void {
    deleteAllMarks.run(this.parts.sql, {});
    this.#store({ ...this.#fresh(database), phase: "removing" });
    this.#runAt(milliseconds(0));
  }

  #fresh(database: string): Omit<MoveRow, "phase"> {
    const { state, random, tables, clock } = this.parts;
    const [first = null] = tables.keys();
    return {
      ...{ database, epoch: state.epoch, stamp: newStamp(random), attempts: "[]" },
      ...{ bulk_table: first, last_key: null, rows: 0, failures: 0, error: null, not_before: clock.milliseconds() },
    };
  }

  #store(row: MoveRow): void {
    deleteMove.run(this.parts.sql, {});
    insertMove.run(this.parts.sql, row);
  }

  #runAt(wait: Milliseconds): void {
    const { timers, clock } = this.parts;
    timers.set(MOVE_TIMER, after(clock.milliseconds(), wait));
  }

  /**
   * Runs steps for a while. Called by the timer. If a step fails, the failure is stored and the step is repeated later.
   */
  async work(): Promise<void> {
    const { clock, log, sql } = this.parts;
    const end = after(clock.milliseconds(), milliseconds(RUN_MS));
    try {
      let wait: Milliseconds | null = milliseconds(0);
      while (wait === 0 && clock.milliseconds() < end) wait = await this.step();
      if (wait !== null) this.#runAt(milliseconds(Math.max(wait, STEP_INTERVAL_MS)));
    } catch (error) {
      const row = readMove.first(sql, {});
      if (row === undefined) return;
      log.trouble("move_failed", error, { database: row.database, tries: row.failures + 1 });
      const told = storeFailure(error)?.message ?? "The move failed; see the log.";
      this.parts.transaction(() => this.#store({ ...row, failures: row.failures + 1, error: told }));
      this.#runAt(backOff(row.failures));
    }
  }

  /** Runs one step. Returns the delay until the next one, or null if there is none. */
  async step(): Promise<Milliseconds | null> {
    if (this.#isBusy) return STEP_INTERVAL_MS;
    this.#isBusy = true;
    try {
      return await this.#next();
    } finally {
      this.#isBusy = false;
    }
  }

  async #next(): Promise<Milliseconds | null> {
    const { state, clock } = this.parts;
    const row = this.#row;
    if (row === undefined) return null;
    const wait = row.not_before - clock.milliseconds();
    if (wait > 0) return milliseconds(wait);
    if (row.phase === "removing") return this.#remove(row);
    // A copy is only valid within one epoch. If a store is restored in the meantime, the copy starts over.
    if (state.isComparing) return COMPARING_MS;
    if (row.epoch !== state.epoch) {
      this.#advance(row, () => this.begin(row.database));
      return milliseconds(0);
    }
    if (row.phase === "clearing") return this.#clear(row);
    return row.bulk_table === null ? this.#follow(row) : this.#copy(row);
  }

  /** Applies a step's result, unless the move was changed while the databases were queried. */
  #advance(from: MoveRow, change: () => void): void {
    const now = this.#row;
    if (now === undefined || now.phase !== from.phase || now.database !== from.database) return;
    this.parts.transaction(change);
  }

  async #clear(row: MoveRow): Promise<Milliseconds> {
    const { storeIn, tables } = this.parts;
    const target = storeIn(row.database);
    if (!(await this.#removePortion(row, target))) return milliseconds(0);
    const arrival = await target.begin({ epoch: row.epoch, version: 0, stamp: row.stamp });
    if (arrival?.stamp !== row.stamp) throw new Error("the other database has not begun as told");
    const [first = null] = tables.keys();
    this.#advance(row, () => {
      // From now on, shipped rows are marked, so that they are copied again after the copy.
      this.#store({ ...row, phase: "copying", bulk_table: first, last_key: null, rows: 0, failures: 0, error: null });
      deleteAllMarks.run(this.parts.sql, {});
    });
    return milliseconds(0);
  }

  async #copy(row: MoveRow): Promise<Milliseconds> {
    const { store, tables } = this.parts;
    const table = tables.get(row.bulk_table ?? "");
    if (table === undefined) throw new Error(`no bulk table ${row.bulk_table}`);
    const from = row.last_key === null ? null : readLastKey(row.last_key);
    const rows = await store.page(table, { columns: table.columns, after: from, most: MAX_ROWS, bytes: MAX_BYTES });
    const last = rows.at(-1);
    if (last === undefined) {
      this.#advance(row, () => this.#store({ ...row, bulk_table: tableAfter(tables, table.name), last_key: null }));
      return milliseconds(0);
    }
    const shipped = await this.#ship(row, [{ table, rows, removed: [] }]);
    const last_key = JSON.stringify(table.key.map((column) => last[column] ?? null));
    this.#advance(row, () => this.#store({ ...shipped, last_key, rows: row.rows + rows.length }));
    return milliseconds(0);
  }

  /**
   * Copies again the rows that were shipped during the copy. Pauses shipping for the last of them, then switches to the
   * other database.
   */
  async #follow(row: MoveRow): Promise<Milliseconds> {
    const { sql, shipper } = this.parts;
    const marks = oldestMarks.all(sql, { most: MAX_ROWS });
    if (marks.length === MAX_ROWS) {
      await this.#copyMarked(row);
      return milliseconds(0);
    }
    return shipper.exclusively(async () => {
      let now: MoveRow | undefined = this.#row;
      while (now?.phase === "copying" && oldestMarks.first(sql, { most: 1 }) !== undefined) {
        await this.#copyMarked(now);
        now = this.#row;
      }
      if (now?.phase === "copying" && now.bulk_table === null) this.#switch(now);
      return milliseconds(0);
    });
  }

  async #copyMarked(row: MoveRow): Promise<void> {
    const { sql, store, tables } = this.parts;
    const marks = oldestMarks.all(sql, { most: MAX_ROWS });
    const shipments: Shipment[] = [];
    for (const [name, of] of Map.groupBy(marks, ({ bulk_table }) => bulk_table)) {
      const table = tables.get(name);
      if (table === undefined) continue;
      const keys = of.map(({ row_key }) => readMarkKey(row_key)).filter(({ length }) => length > 0);
      const rows = await store.rowsAt(table, keys);
      const found = new Set(rows.map((one) => JSON.stringify(table.key.map((column) => one[column]))));
      shipments.push({ table, rows, removed: keys.filter((key) => !found.has(JSON.stringify(key))) });
    }
    const shipped = await this.#ship(row, shipments);
    this.#advance(row, () => {
      this.#store(shipped);
      deleteMarks.run(sql, { seqs: JSON.stringify(marks.map(({ seq }) => seq)) });
    });
  }

  /** Writes rows to the other database, in order. A batch that arrives late has no effect. */
  async #ship(row: MoveRow, shipments: readonly Shipment[]): Promise<MoveRow> {
    const { storeIn, random, state } = this.parts;
    const target = storeIn(row.database);
    const current = await this.#settled(row, target);
    const stamp = newStamp(random);
    const attempts = readAttempts(current.attempts);
    this.#advance(row, () => this.#store({ ...current, attempts: JSON.stringify([...attempts, stamp]) }));
    const follows = [current.stamp, ...attempts];
    const arrival = await target.ship(shipments, { epoch: row.epoch, version: state.version, stamp, follows });
    if (arrival?.stamp === stamp) return { ...current, stamp, attempts: "[]", failures: 0, error: null };
    // The other database was restored, or someone else has written to it, so the copy starts over.
    this.#advance(row, () => this.begin(row.database));
    throw new Error("the other database is not as the copy has left it");
  }

  async #settled(row: MoveRow, target: BulkStore): Promise<MoveRow> {
    const attempts = readAttempts(row.attempts);
    if (attempts.length < MAX_ATTEMPTS) return row;
    const arrival = await target.arrival();
    const isKnown = arrival !== undefined && [row.stamp, ...attempts].includes(arrival.stamp);
    return isKnown ? { ...row, stamp: arrival.stamp, attempts: "[]" } : row;
  }

  #switch(row: MoveRow): void {
    const { sql, state, store, storeIn, shipper, clock, onSwitch, log } = this.parts;
    const from = state.database;
    this.#advance(row, () => {
      unparkAll.run(sql, {});
      deleteParked.run(sql, {});
      state.moveTo(row.database, row.stamp);
      onSwitch(row.database);
      const not_before = after(clock.milliseconds(), REST_MS);
      this.#store({ ...this.#fresh(from), phase: "removing", rows: row.rows, not_before });
    });
    store.use(storeIn(row.database));
    shipper.switched();
    log.info("moved", { from, to: row.database, rows: row.rows });
  }

  async #remove(row: MoveRow): Promise<Milliseconds | null> {
    const store = this.parts.storeIn(row.database);
    if (!(await this.#removePortion(row, store))) return milliseconds(0);
    await store.forget();
    this.#advance(row, () => deleteMove.run(this.parts.sql, {}));
    return null;
  }

  /**
   * Removes a portion of the rows. Returns true when none are left. First removes the row in `arrivals`, so that late
   * batches write nothing.
   */
  async #removePortion(row: MoveRow, store: BulkStore): Promise<boolean> {
    const { tables } = this.parts;
    const table = tables.get(row.bulk_table ?? "");
    if (table === undefined) return true;
    const removed = await store.removeSome(table, MAX_ROWS);
    if (removed > 0) return false;
    const next = tableAfter(tables, table.name);
    this.#advance(row, () => this.#store({ ...row, bulk_table: next }));
    return next === null;
  }
}
