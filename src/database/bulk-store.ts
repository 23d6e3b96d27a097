import { unavailable } from "../protocol/errors.ts";
import type { Seconds } from "../util/time.ts";
import {
  type BulkTable,
  bulkRowId,
  type PageOf,
  type Row,
  removeStatements,
  selectAt,
  selectPage,
  shipStatements,
} from "./bulk-table.ts";
import {
  ARRIVED,
  BEGIN_EPOCH,
  CLAIM_NUMBER,
  FIRST_ARRIVAL,
  FORGET_ARRIVAL,
  FORGET_NUMBER,
  OWNER_OF_NUMBER,
  READ_ARRIVAL,
  RETIRE_OTHERS,
  type ShipmentHeader,
  type ShippedState,
  TOUCH_ARRIVAL,
} from "./shipped-state.ts";

export interface Shipment {
  readonly table: BulkTable;
  readonly rows: readonly Row[];
  /** Primary keys of deleted rows, each a list of column values. */
  readonly removed: readonly unknown[];
}

interface Owner {
  readonly id: number;
  readonly subdomain: string;
  readonly created_at: Seconds;
}

/** D1 accepts bound strings up to 2 MB. */
const MAX_BYTES = 500_000;

export class BulkStore {
  readonly #realm: number;
  /**
   * D1 bookmark of the last shipment that arrived. Reads that start from it, or a later one, see everything that was
   * shipped.
   */
  #bookmark: string | null = null;
  #size: number | undefined;

  constructor(
    private database: D1Database,
    private readonly owner: Owner,
  ) {
    this.#realm = owner.id;
  }

  /**
   * Upserts whole rows, and records the shipment's arrival, in one atomic batch that can be repeated. Writes nothing if
   * the stamp of D1's last shipment isn't in `follows`. Returns D1's state afterwards.
   */
  async ship(
    shipments: readonly Shipment[],
    { epoch, version, stamp, follows, first }: ShipmentHeader,
  ): Promise<ShippedState | undefined> {
    const realm = this.#realm;
    const stamps = JSON.stringify(follows);
    const session = this.database.withSession("first-primary");
    const results = await session.batch<ShippedState>([
      ...(first === undefined ? [] : [this.database.prepare(FIRST_ARRIVAL).bind(realm, epoch, first)]),
      ...shipments.flatMap((shipment) => this.#statements(shipment, stamps)),
      this.database.prepare(ARRIVED).bind(realm, version, stamps, stamp),
      this.database.prepare(READ_ARRIVAL).bind(realm),
    ]);
    this.#bookmark = session.getBookmark();
    const last = results.at(-1);
    this.#size = last?.meta.size_after;
    return last?.results[0];
  }

  use(other: BulkStore): void {
    this.database = other.database;
    this.#bookmark = null;
    this.#size = undefined;
  }

  /**
   * Size of the whole database, including other organizations' data, after the last shipment. Undefined until D1
   * reports it.
   */
  get size(): number | undefined {
    return this.#size;
  }

  /** Deletes up to `most` rows of a table, with their derived data. Returns the number of deleted rows. */
  async removeSome(table: BulkTable, most: number): Promise<number> {
    const { derived, some } = removeStatements(table);
    const results = await this.database.batch([
      this.database.prepare(FORGET_ARRIVAL).bind(this.#realm),
      ...(derived === undefined ? [] : [this.database.prepare(derived).bind(this.#realm, most)]),
      this.database.prepare(some).bind(this.#realm, most),
    ]);
    return results.at(-1)?.results.length ?? 0;
  }

  /** Deletes the organization's entry and shipping state from D1. `removeSome` deletes the rows of its tables. */
  async forget(): Promise<void> {
    const { id, subdomain } = this.owner;
    await this.database.batch([
      this.database.prepare(FORGET_ARRIVAL).bind(id),
      this.database.prepare(FORGET_NUMBER).bind(id, subdomain),
    ]);
  }

  async rowsAt(table: BulkTable, keys: readonly (readonly unknown[])[]): Promise<Row[]> {
    const query = this.database.prepare(selectAt(table)).bind(this.#realm, JSON.stringify(keys));
    return (await query.all<Row>()).results;
  }

  get bookmark(): string | null {
    return this.#bookmark;
  }

  async arrival(): Promise<ShippedState | undefined> {
    return (await this.database.prepare(READ_ARRIVAL).bind(this.#realm).first<ShippedState>()) ?? undefined;
  }

  /** Tests whether D1 accepts writes. If it does, a failed batch was rejected for its content. */
  async takesWrites(): Promise<boolean> {
    try {
      await this.database.prepare(TOUCH_ARRIVAL).bind(this.#realm).run();
      return true;
    } catch {
      return false;
    }
  }

  /** Starts a new epoch in D1. Throws if D1 has assigned the organization's number to another organization. */
  async begin({ epoch, version, stamp }: ShippedState): Promise<ShippedState | undefined> {
    const { id, subdomain, created_at } = this.owner;
    const results = await this.database.batch<Record<string, unknown>>([
      this.database.prepare(RETIRE_OTHERS).bind(id, subdomain),
      this.database.prepare(CLAIM_NUMBER).bind(id, subdomain, created_at),
      this.database.prepare(OWNER_OF_NUMBER).bind(id),
      this.database.prepare(BEGIN_EPOCH).bind(id, epoch, version, stamp, subdomain),
      this.database.prepare(READ_ARRIVAL).bind(id),
    ]);
    const [, , owner, , arrival] = results.map(({ results: [row] }) => row);
    if (owner?.["subdomain"] !== subdomain) {
      throw unavailable(`The message store has given this organization's number, ${id}, to another organization.`);
    }
    return arrival as ShippedState | undefined;
  }

  /** Selects columns of the rows after a key, in key order. */
  async page(table: BulkTable, of: PageOf): Promise<Row[]> {
    const { sql, values } = selectPage(this.#realm, table, of);
    const rows = this.database.prepare(sql).bind(...values);
    return (await rows.all<Row>()).results;
  }

  /** Returns the highest id in a table with integer keys, or 0 if it is empty. */
  async newest({ name }: BulkTable): Promise<number> {
    const query = this.database.prepare(`SELECT max(key) AS key FROM ${name} WHERE key > ?1 AND key < ?2`);
    const key = await query.bind(bulkRowId(this.#realm, 0), bulkRowId(this.#realm + 1, 0)).first<number | null>("key");
    return key === null ? 0 : key - bulkRowId(this.#realm, 0);
  }

  #statements({ table, rows, removed }: Shipment, follows: string): D1PreparedStatement[] {
    const { upsert, remove } = shipStatements(table);
    const bind = (sql: string, json: string) => this.database.prepare(sql).bind(this.#realm, json, follows);
    const { derived } = table;
    return [
      ...chunks(rows.map((row) => table.columns.map((column) => row[column]))).map((json) => bind(upsert, json)),
      ...chunks(removed).map((json) => bind(remove, json)),
      ...(derived ? chunks(rows.map(derived.rows)).map((json) => bind(derived.upsert, json)) : []),
      ...(derived ? chunks(removed).map((json) => bind(derived.remove, json)) : []),
    ];
  }
}

/** Splits rows into JSON lists that fit into a bound string. */
function chunks(rows: readonly unknown[]): string[] {
  const lists: string[] = [];
  let part: string[] = [];
  let size = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (size + json.length > MAX_BYTES && part.length > 0) {
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
