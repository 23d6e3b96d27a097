import type { Shipment } from "../../database/bulk-store.ts";
import type { BulkTable, Row } from "../../database/bulk-table.ts";
import type { Sql } from "../../database/statement.ts";
import { storedAnything } from "../../database/stored.ts";
import type { UnshippedRow } from "./unshipped-rows.ts";

/**
 * Maximum characters of a batch. An object has little memory, a message can be large, and a local D1 keeps a log as
 * large as the batch.
 */
const MAX_CHARACTERS = 2_000_000;
const SLICE = 100;

const readKey = storedAnything("unshipped.row_key");
const isKey = (key: unknown) => Array.isArray(key);

interface Batch {
  readonly shipments: readonly Shipment[];
  readonly marks: readonly UnshippedRow[];
}

/** Returns the unshipped rows that fit into one batch, with their current values. */
export function batchOf(sql: Sql, tables: ReadonlyMap<string, BulkTable>, marks: readonly UnshippedRow[]): Batch {
  const shipments: Shipment[] = [];
  let size = 0;
  let count = 0;
  while (count < marks.length && size < MAX_CHARACTERS) {
    const slice = shipmentsOf(sql, tables, marks.slice(count, count + SLICE));
    shipments.push(...slice);
    size += slice.reduce((sum, { rows }) => sum + rows.reduce((all, row) => all + rowSize(row), 0), 0);
    count += SLICE;
  }
  return { shipments: byTable(shipments), marks: marks.slice(0, count) };
}

/** Unshipped rows that no longer exist are shipped as deletions. */
function shipmentsOf(sql: Sql, tables: ReadonlyMap<string, BulkTable>, marks: readonly UnshippedRow[]): Shipment[] {
  return [...Map.groupBy(marks, (mark) => mark.bulk_table)].map(([name, of]) => {
    const table = tables.get(name);
    if (table === undefined) throw new Error(`no bulk table ${name}`);
    const keys = of.map((mark) => mark.row_key);
    const rows = rowsByKey(sql, table, keys);
    const found = new Set(rows.map((row) => JSON.stringify(table.key.map((column) => row[column]))));
    const removed = keys
      .filter((key) => !found.has(key))
      .map((key) => readKey(key))
      .filter(isKey);
    return { table, rows, removed };
  });
}

function rowsByKey(sql: Sql, { name, key, columns }: BulkTable, keys: readonly string[]): Row[] {
  const parts = key.map((_, index) => `value ->> ${index}`).join(", ");
  return sql
    .exec(
      `SELECT ${columns.join(", ")} FROM ${name}
       WHERE (${key.join(", ")}) IN (SELECT ${parts} FROM json_each(?1))`,
      `[${keys.join(",")}]`,
    )
    .toArray() as Row[];
}

const rowSize = (row: Row): number =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);

/** Merges shipments into one per table, so that D1 gets few statements. */
const byTable = (shipments: readonly Shipment[]): Shipment[] =>
  [...Map.groupBy(shipments, ({ table }) => table)].map(([table, parts]) => ({
    table,
    rows: parts.flatMap(({ rows }) => rows),
    removed: parts.flatMap(({ removed }) => removed),
  }));
