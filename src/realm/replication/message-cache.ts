import type { BulkStore } from "../../database/bulk-store.ts";
import type { BulkTable, Row } from "../../database/bulk-table.ts";
import type { Sql, SqlValue } from "../../database/statement.ts";
import type { Shipper } from "./shipper.ts";
import { refusedIds } from "./unshipped-rows.ts";

const BATCH_ROWS = 200;
/** The cache is trimmed when it exceeds its size by a twentieth. Trimming at every shipment would double the writes. */
const TRIM_FRACTION = 20;

/** Keeps the newest message rows in the realm. Deletes older ones that D1 has, and reloads them on request. */
export class MessageCache {
  /** Ids needed by changes in progress, with the number of such changes. */
  #pinned = new Map<number, number>();
  readonly #tables: readonly BulkTable[];
  /** Cached result of `holdsFrom`, until rows are loaded or trimmed. */
  #heldFrom: number | undefined;

  constructor(
    private readonly sql: Sql,
    private readonly store: BulkStore,
    private readonly shipper: Shipper,
    tables: readonly BulkTable[],
    private readonly size: number,
  ) {
    this.#tables = tables.filter((table) => table.indexTable !== undefined);
    shipper.onShipped = () => this.#trim();
  }

  /** Loads the missing rows among these ids from D1, and keeps them until `release`. */
  async load(ids: readonly number[]): Promise<{ release(): void }> {
    for (const id of ids) this.#pinned.set(id, (this.#pinned.get(id) ?? 0) + 1);
    const release = () => {
      for (const id of ids) {
        const pins = (this.#pinned.get(id) ?? 1) - 1;
        if (pins === 0) this.#pinned.delete(id);
        else this.#pinned.set(id, pins);
      }
    };
    try {
      for (const table of this.#tables) {
        if (this.#missing(table, ids).length > 0) await this.shipper.trusted();
        const missing = this.#missing(table, ids);
        // Fetching all rows at once could exceed the object's memory.
        for (let at = 0; at < missing.length; at += BATCH_ROWS) {
          this.#restore(table, await this.store.rowsAt(table, missing.slice(at, at + BATCH_ROWS)));
        }
      }
    } catch (error) {
      release();
      throw error;
    }
    return { release };
  }

  /** Returns the lowest id such that the realm holds all rows from it on. The index lists all existing rows. */
  holdsFrom(): number {
    this.#heldFrom ??= Math.max(
      1,
      ...this.#tables.map(({ name, indexTable }) => {
        const query = `SELECT i.id FROM ${indexTable} i
          WHERE NOT EXISTS (SELECT 1 FROM ${name} t WHERE t.id = i.id) ORDER BY i.id DESC LIMIT 1`;
        const [missing] = this.sql.exec(query).toArray();
        return missing === undefined ? 1 : Number(missing["id"]) + 1;
      }),
    );
    return this.#heldFrom;
  }

  /** True if the realm holds all existing rows among these ids. The index lists all existing rows. */
  holds(ids: readonly number[]): boolean {
    return this.#tables.every(({ name, indexTable }) => {
      const query = `SELECT 1 FROM json_each(?1) one CROSS JOIN ${indexTable} i ON i.id = one.value
        WHERE NOT EXISTS (SELECT 1 FROM ${name} t WHERE t.id = i.id) LIMIT 1`;
      return this.sql.exec(query, JSON.stringify(ids)).toArray().length === 0;
    });
  }

  /** Returns the keys of the rows that the realm lacks. */
  #missing({ name }: BulkTable, ids: readonly number[]): number[][] {
    return this.sql
      .exec(
        `SELECT value AS id FROM json_each(?1) WHERE value NOT IN (SELECT id FROM ${name} WHERE id IN (SELECT value FROM json_each(?1)))`,
        JSON.stringify(ids),
      )
      .toArray()
      .map((row) => [Number(row["id"])]);
  }

  /** Inserts rows from D1, except for those that the realm has written or deleted since they were requested. */
  #restore({ name, columns, indexTable }: BulkTable, rows: readonly Row[]): void {
    const places = columns.map((_, index) => `?${index + 1}`).join(", ");
    const id = `?${columns.indexOf("id") + 1}`;
    this.#heldFrom = undefined;
    this.shipper.withoutMarking(() => {
      for (const row of rows) {
        const values: SqlValue[] = columns.map((column) => row[column] ?? null);
        this.sql
          .exec(
            `INSERT OR IGNORE INTO ${name} (${columns.join(", ")})
             SELECT ${places} WHERE EXISTS (SELECT 1 FROM ${indexTable} WHERE id = ${id})`,
            ...values,
          )
          .toArray();
      }
    });
  }

  #trim(): void {
    if (this.shipper.lag.waiting) return;
    for (const { name } of this.#tables) {
      // Two separate queries: SQLite looks up each one in the index, but reads the whole table for both at once.
      const { oldest, newest } = this.sql
        .exec(`SELECT (SELECT min(id) FROM ${name}) AS oldest, (SELECT max(id) FROM ${name}) AS newest`)
        .one();
      const floor = Number(newest) - this.size;
      if (floor - Number(oldest) + 1 < this.size / TRIM_FRACTION) continue;
      // Rows that D1 refuses exist nowhere else.
      const refused = refusedIds.all(this.sql, { bulk_table: name }).map(({ id }) => id);
      this.#heldFrom = undefined;
      const pinned = JSON.stringify([...this.#pinned.keys(), ...refused]);
      this.shipper.withoutMarking(() => {
        this.sql
          .exec(`DELETE FROM ${name} WHERE id <= ?1 AND id NOT IN (SELECT value FROM json_each(?2))`, floor, pinned)
          .toArray();
      });
    }
  }
}
