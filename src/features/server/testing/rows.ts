import type { BulkReader } from "../../../database/bulk-reader.ts";
import type { BulkTable, Row } from "../../../database/bulk-table.ts";
import { type Sql, statement } from "../../../database/statement.ts";

/** All tables but those of Cloudflare (`_cf_`) and of SQLite, which may not be read. */
const tableNames = statement<Record<string, never>, { name: string }>(
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'",
);

/** The number of rows in each table of the realm. */
export const rowCounts = (sql: Sql): Record<string, number> =>
  Object.fromEntries(
    tableNames.all(sql, {}).map(({ name }) => {
      return [name, Number(sql.exec(`SELECT count(*) AS count FROM ${name}`).one()["count"])];
    }),
  );

/** The rows of a bulk table that the realm itself still has. */
export const keptRows = (sql: Sql, { name, columns }: BulkTable): Row[] =>
  sql.exec(`SELECT ${columns.join(", ")} FROM ${name}`).toArray() as Row[];

/** The ids of all rows of a bulk table, including those that only D1 still has. */
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

/** The number of rows that all statements have written since the database was opened. */
export const rowsWritten = statement<Record<string, never>, { total: number }>("SELECT total_changes() AS total");
