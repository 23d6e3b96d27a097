import { ARRIVED, type BulkTable, type Row, shipStatements, sqlKey } from "./bulk-table.ts";

/** One table's share of a shipment. */
export interface Shipment {
  readonly table: BulkTable;
  readonly rows: readonly Row[];
  /** Keys of rows that are gone, each the list of its columns' values. */
  readonly removed: readonly unknown[];
}

/** D1 takes bound strings up to 2 MB. */
const MOST_BYTES = 500_000;

/** D1 as the realm writes it: each shipment whole or not at all. */
export class BulkStore {
  constructor(
    private readonly database: D1Database,
    private readonly realm: number,
  ) {}

  /** Writes absolute rows and the version that they bring the store to, in one atomic batch; repeating it is harmless. */
  async ship(shipments: readonly Shipment[], version: number): Promise<void> {
    const batch = shipments.flatMap((shipment) => this.#statements(shipment, version));
    batch.push(this.database.prepare(ARRIVED).bind(this.realm, version));
    await this.database.batch(batch);
  }

  /** Rows by integer id, in the realm's columns. */
  async fetch(table: BulkTable, ids: readonly number[]): Promise<Row[]> {
    const { results } = await this.database
      .prepare(
        `SELECT ${table.columns.join(", ")} FROM ${table.name}
         WHERE key IN (SELECT ${sqlKey("value")} FROM json_each(?2))`,
      )
      .bind(this.realm, JSON.stringify(ids))
      .all<Row>();
    return results;
  }

  #statements({ table, rows, removed }: Shipment, version: number): D1PreparedStatement[] {
    const { upsert, remove } = shipStatements(table);
    const bind = (sql: string, json: string) => this.database.prepare(sql).bind(this.realm, json, version);
    const { derived } = table;
    return [
      ...chunks(rows).map((json) => bind(upsert, json)),
      ...chunks(removed).map((json) => bind(remove, json)),
      ...(derived ? chunks(rows.map(derived.rows)).map((json) => bind(derived.upsert, json)) : []),
      ...(derived ? chunks(removed).map((json) => bind(derived.remove, json)) : []),
    ];
  }
}

/** Rows as JSON lists, none of them larger than D1 takes. */
function chunks(rows: readonly unknown[]): string[] {
  const lists: string[] = [];
  let part: string[] = [];
  let size = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (size + json.length > MOST_BYTES && part.length > 0) {
      lists.push(`[${part.join(",")}]`);
      part = [];
      size = 0;
    }
    part.push(json);
    size += json.length;
  }
  if (part.length > 0) lists.push(`[${part.join(",")}]`);
  return lists;
}
