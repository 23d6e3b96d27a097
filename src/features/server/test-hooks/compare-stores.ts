import * as v from "valibot";
import { type Endpoint, query } from "../../../api/endpoint.ts";
import type { BulkReader } from "../../../database/bulk-reader.ts";
import type { BulkTable, Row } from "../../../database/bulk-table.ts";
import { type NoParams, type Sql, statement } from "../../../database/statement.ts";
import type { Feature } from "../../../feature.ts";

/** Names of all tables, except those of Cloudflare (`_cf_`) and SQLite, which can't be read. */
const tableNames = statement<NoParams, { name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
);

export const rowCounts = (sql: Sql): Record<string, number> =>
  Object.fromEntries(
    tableNames.all(sql, {}).map(({ name }) => {
      return [name, Number(sql.exec(`SELECT count(*) AS count FROM ${name}`).one()["count"])];
    }),
  );

/** Returns the rows of a bulk table that are still in the realm. */
const keptRows = (sql: Sql, { name, columns }: BulkTable): Row[] =>
  sql.exec(`SELECT ${columns.join(", ")} FROM ${name}`).toArray() as Row[];

/** Returns the ids of all rows of a bulk table, including those that are only in D1. */
const allIds = (sql: Sql, { indexTable }: BulkTable): number[] =>
  indexTable === undefined ? [] : [...sql.exec(`SELECT id FROM ${indexTable}`)].map(({ id }) => Number(id));

async function shippedRows(
  database: BulkReader["database"],
  realm: number,
  { name, columns }: BulkTable,
): Promise<Row[]> {
  const rows = database.prepare(`SELECT ${columns.join(", ")} FROM ${name} WHERE realm = ?1`);
  return (await rows.bind(realm).all<Row>()).results;
}

/** Number of rows written by all statements since the database was opened. */
export const rowsWritten = statement<NoParams, { total: number }>("SELECT total_changes() AS total");

/** Returns the differences between the realm's rows and D1's. Exact only while nothing changes. */
export function compareStoresEndpoint(features: readonly Feature[]): Endpoint {
  const tables = features.flatMap(({ bulk = [] }) => bulk);
  return query({
    route: "GET /testing/differences",
    by: "anyone",
    limited: false,
    reply: { differences: v.array(v.string()) },
    plan: ({ realm }) => tables.map((table) => ({ kept: keptRows(realm.sql, table), ids: allIds(realm.sql, table) })),
    async answer({ plan, bulk: { realm, database } }) {
      const differences = await Promise.all(
        tables.map(async (table, index) => {
          const shipped = byKey(table, await shippedRows(database, realm, table));
          const { kept, ids } = plan[index] ?? { kept: [], ids: [] };
          const known = new Set(ids.map((id) => JSON.stringify([id])));
          return compare(table, { kept: byKey(table, kept), shipped, known });
        }),
      );
      return { differences: differences.flat() };
    },
  });
}

type Rows = ReadonlyMap<string, Row>;

const byKey = ({ key }: BulkTable, rows: readonly Row[]): Rows =>
  new Map(rows.map((row) => [JSON.stringify(key.map((column) => row[column])), row]));

function compare(
  { name, columns, indexTable }: BulkTable,
  { kept, shipped, known }: { kept: Rows; shipped: Rows; known: ReadonlySet<string> },
): string[] {
  const found: string[] = [];
  const isGone = (key: string) => indexTable !== undefined && !known.has(key);
  for (const [key, row] of kept) {
    if (isGone(key)) found.push(`${name} ${key} is kept although it was deleted`);
    const other = shipped.get(key);
    if (other === undefined) {
      found.push(`${name} ${key} is not in D1`);
      continue;
    }
    for (const column of columns) {
      if (row[column] !== other[column])
        found.push(`${name} ${key}: ${column} is ${row[column]}, ${other[column]} in D1`);
    }
  }
  for (const key of shipped.keys()) if (!kept.has(key) && !known.has(key)) found.push(`${name} ${key} is in D1 alone`);
  for (const key of known) if (!shipped.has(key)) found.push(`${name} ${key} is nowhere`);
  return found;
}
