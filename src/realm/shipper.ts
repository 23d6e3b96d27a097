import type { BulkStore, Shipment } from "../database/bulk-store.ts";
import type { BulkTable, Row } from "../database/bulk-table.ts";
import { type Sql, statement } from "../database/statement.ts";
import { storedAnything } from "../database/stored.ts";
import type { Log } from "../logging/log.ts";
import { bulkStoreUnavailable } from "../protocol/errors.ts";
import type { Clock } from "./clock.ts";
import type { Timers } from "./timers.ts";

interface Mark {
  seq: number;
  bulk_table: string;
  row_key: string;
}

/** A table that a newer program has added is that one's to ship: its marks stay. Marks are looked at in their order. */
const marksOf = (tables: Iterable<string>) => {
  const known = `+bulk_table IN (${[...tables].map((name) => `'${name}'`).join(", ")})`;
  return {
    oldest: statement<{ most: number }, Mark>(
      `SELECT seq, bulk_table, row_key FROM unshipped WHERE ${known} ORDER BY seq LIMIT :most`,
    ),
    newest: statement<Record<string, never>, Pick<Mark, "seq">>(
      `SELECT seq FROM unshipped WHERE ${known} ORDER BY seq DESC LIMIT 1`,
    ),
  };
};
const readKey = storedAnything("unshipped.row_key");
const isKey = (key: unknown) => Array.isArray(key);
const clearMarks = statement<{ seqs: string }>(
  "DELETE FROM unshipped WHERE seq IN (SELECT value FROM json_each(:seqs))",
);
/** The keys as the triggers write them; a mark that there is gets a newer place. */
const unmark = statement<{ bulk_table: string; ids: string }>(
  `DELETE FROM unshipped
   WHERE bulk_table = :bulk_table AND row_key IN (SELECT json_array(value) FROM json_each(:ids))`,
);
const mark = statement<{ bulk_table: string; ids: string }>(
  "INSERT INTO unshipped (bulk_table, row_key) SELECT :bulk_table, json_array(value) FROM json_each(:ids)",
);
const setQuiet = statement<{ quiet: number }>("UPDATE shipping SET quiet = :quiet");

export const SHIP_TIMER = "ship";
const AT_ONCE = 2000;
/** An object has little memory, and a message may be large. */
const MOST_CHARACTERS = 8_000_000;
const SLICE = 100;
/** Changes wait this long for others to be shipped with them, and for their own answers to be on the way, unless a reader asks. */
const GATHER_MS = 30;
/** How long a reader waits for D1 before it gets an honest error. */
const PATIENCE_MS = 4000;
const backOff = (failures: number) => Math.min(60_000, 500 * 2 ** failures);
/** A try costs the realm the reading of all that waits; however many readers ask, it is not made more often than this. */
const pauseForReaders = (failures: number) => Math.min(1000, 50 * 2 ** failures);

interface Waiter {
  seq: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Carries changed bulk rows to D1, in order, one batch at a time (design 3). */
export class Shipper {
  readonly timer = SHIP_TIMER;
  readonly #marks: ReturnType<typeof marksOf>;
  #running = false;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #waiters: Waiter[] = [];
  /** The newest mark that may still be unshipped; null where there is none. */
  #newest: number | null;
  /** Told after each shipment, when the window may be trimmed. */
  onShipped: () => void = () => {};

  constructor(
    private readonly sql: Sql,
    private readonly store: BulkStore,
    private readonly tables: ReadonlyMap<string, BulkTable>,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.#marks = marksOf(tables.keys());
    this.#newest = this.#findNewest();
  }

  #findNewest(): number | null {
    return this.#marks.newest.first(this.sql, {})?.seq ?? null;
  }

  /** How the health answer tells whether D1 lags. */
  get lag(): { waiting: boolean; failures: number } {
    return { waiting: this.#newest !== null, failures: this.#failures };
  }

  /** Called after each change: ships soon what it has marked. */
  kick(): void {
    this.#newest = this.#findNewest();
    if (this.#newest === null || this.#running || this.#failures > 0) return;
    this.#startIn(GATHER_MS);
  }

  /** Resolves when D1 has everything that is in the realm now. */
  caughtUp(): Promise<void> {
    const seq = this.#newest;
    if (seq === null) return Promise.resolve();
    if (this.#failures === 0) this.#start();
    // A reader is a good reason to try again before the back-off is over.
    else if (!this.#running) this.#startIn(pauseForReaders(this.#failures));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.reject(bulkStoreUnavailable()), PATIENCE_MS);
      const done = (act: () => void) => {
        clearTimeout(timer);
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        act();
      };
      const waiter: Waiter = {
        seq,
        resolve: () => done(resolve),
        reject: (error) => done(() => reject(error)),
      };
      this.#waiters.push(waiter);
    });
  }

  /** Lets rows come and go without marking them: for the trimming of the window, and for bringing old rows back. */
  quietly(work: () => void): void {
    setQuiet.run(this.sql, { quiet: 1 });
    try {
      work();
    } finally {
      setQuiet.run(this.sql, { quiet: 0 });
    }
  }

  /** Deletes rows by their ids, there as here: also those that the realm has let go of. */
  remove({ name: bulk_table }: BulkTable, ids: readonly number[]): void {
    const rows = { bulk_table, ids: JSON.stringify(ids) };
    this.quietly(() => {
      this.sql.exec(`DELETE FROM ${bulk_table} WHERE id IN (SELECT value FROM json_each(?1))`, rows.ids).toArray();
    });
    unmark.run(this.sql, rows);
    mark.run(this.sql, rows);
  }

  /** The timer's work, when an earlier try has failed. */
  retry(): void {
    this.#start();
  }

  #startIn(ms: number): void {
    this.#soon ??= setTimeout(() => this.#start(), ms);
  }

  #start(): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
    if (this.#running) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    try {
      // What came meanwhile is gathered again, unless somebody waits for it.
      while ((await this.#shipOnce()) && this.#waiters.length > 0);
      this.#running = false;
      if (this.#failures > 0) this.timers.clear(SHIP_TIMER);
      this.#failures = 0;
      this.onShipped();
      this.timers.arm();
      this.kick();
    } catch (error) {
      this.#running = false;
      this.timers.set(SHIP_TIMER, this.clock.now() + backOff(this.#failures));
      this.#failures += 1;
      this.timers.arm();
      this.log.trouble("shipping_failed", error, { tries: this.#failures });
      for (const waiter of [...this.#waiters]) waiter.reject(bulkStoreUnavailable());
    }
  }

  /** Ships the marks there are, up to a bound; whether there are more by then. */
  async #shipOnce(): Promise<boolean> {
    const { shipments, marks } = this.#portion(this.#marks.oldest.all(this.sql, { most: AT_ONCE }));
    const last = marks.at(-1);
    if (last === undefined) return false;
    await this.store.ship(shipments, last.seq);
    clearMarks.run(this.sql, { seqs: JSON.stringify(marks.map((mark) => mark.seq)) });
    this.#newest = this.#findNewest();
    for (const waiter of [...this.#waiters]) if (waiter.seq <= last.seq || this.#newest === null) waiter.resolve();
    return this.#newest !== null;
  }

  /** As many of the marks as may be in memory together, with their rows. */
  #portion(marks: readonly Mark[]): { shipments: Shipment[]; marks: readonly Mark[] } {
    const shipments: Shipment[] = [];
    let size = 0;
    let taken = 0;
    while (taken < marks.length && size < MOST_CHARACTERS) {
      const slice = this.#shipments(marks.slice(taken, taken + SLICE));
      shipments.push(...slice);
      size += slice.reduce((sum, { rows }) => sum + rows.reduce((all, row) => all + sizeOf(row), 0), 0);
      taken += SLICE;
    }
    return { shipments: byTable(shipments), marks: marks.slice(0, taken) };
  }

  /** The marked rows as they are now; a marked row that is gone is a deletion. */
  #shipments(marks: readonly Mark[]): Shipment[] {
    return [...Map.groupBy(marks, (mark) => mark.bulk_table)].map(([name, of]) => {
      const table = this.tables.get(name);
      if (table === undefined) throw new Error(`no bulk table ${name}`);
      const keys = of.map((mark) => mark.row_key);
      const rows = this.#rows(table, keys);
      const found = new Set(rows.map((row) => JSON.stringify(table.key.map((column) => row[column]))));
      const removed = keys
        .filter((key) => !found.has(key))
        .map((key) => readKey(key))
        .filter(isKey);
      return { table, rows, removed };
    });
  }

  #rows({ name, key, columns }: BulkTable, keys: readonly string[]): Row[] {
    const parts = key.map((_, index) => `value ->> ${index}`).join(", ");
    return this.sql
      .exec(
        `SELECT ${columns.join(", ")} FROM ${name}
         WHERE (${key.join(", ")}) IN (SELECT ${parts} FROM json_each(?1))`,
        `[${keys.join(",")}]`,
      )
      .toArray() as Row[];
  }
}

const sizeOf = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);

/** One shipment a table, so that D1 gets few statements. */
const byTable = (shipments: readonly Shipment[]): Shipment[] =>
  [...Map.groupBy(shipments, ({ table }) => table)].map(([table, parts]) => ({
    table,
    rows: parts.flatMap(({ rows }) => rows),
    removed: parts.flatMap(({ removed }) => removed),
  }));
