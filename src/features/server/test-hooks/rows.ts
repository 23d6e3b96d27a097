import type { BulkReader } from "../../../database/bulk-reader.ts";
import type { BulkTable, Row } from "../../../database/bulk-table.ts";
import { type Sql, statement } from "../../../database/statement.ts";

/** All tables except Cloudflare's (`_cf_`) and SQLite's, which can't be read. */
const tableNames = statement<Record<string, never>, { name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
);

export const rowCounts = (sql: Sql): Record<string, number> =>
  Object.fromEntries(
    tableNames.all(sql, {}).map(({ name }) => {
      return [name, Number(sql.exec(`SELECT count(*) AS count FROM ${name}`).one()["count"])];
    }),
  );

/** Returns the rows of a bulk table that the realm itself still has. */
export const keptRows = (sql: Sql, { name, columns }: BulkTable): Row[] =>
  sql.exec(`SELECT ${columns.join(", ")} FROM ${name}`).toArray() as Row[];

/** Returns the ids of all rows of a bulk table, including those only D1 still has. */
export const allIds = (sql: Sql, { indexTable }: BulkTable): number[] =>
  indexTable === undefined ? [] : [...sql.exec(`SELECT id FROM ${indexTable}`)].map(({ id }) => Number(id));

export async function shippedRows(
  database: BulkReader["database"],
  realm: number,
  { name, columns }: BulkTable,
): Promise<Row[]> {
  const rows = database.prepare(`SELECT ${columns.join(", ")} FROM ${name} WHERE realm = ?1`);
  return (await rows.bind(realm).all<Row>()).results;
}

/** Rows written by all statements since the database was opened. */
export const rowsWritten = statement<Record<string, never>, { total: number }>("SELECT total_changes() AS total");
