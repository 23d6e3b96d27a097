import type { Sql } from "../../../../database/statement.ts";

const kept = (table: string) => `kept_${table}`;

/** Keeps a copy of a table as it is. */
export function keepTable(sql: Sql, table: string): void {
  sql.exec(`DROP TABLE IF EXISTS ${kept(table)}`).toArray();
  sql.exec(`CREATE TABLE ${kept(table)} AS SELECT * FROM ${table}`).toArray();
}

/** The rows that were kept of a table; none where no copy of it is kept. */
export const keptRowsOf = (sql: Sql, table: string): Record<string, SqlStorageValue>[] =>
  isThere(sql, kept(table)) ? sql.exec(`SELECT * FROM ${kept(table)}`).toArray() : [];

/** Puts a table back to what was kept of it. Columns that are newer than the copy have their defaults. */
export function restoreTable(sql: Sql, table: string): void {
  if (!isThere(sql, kept(table))) return;
  const columns = sql
    .exec(`SELECT name FROM pragma_table_info('${kept(table)}')`)
    .toArray()
    .map(({ name }) => `"${String(name)}"`)
    .join(", ");
  sql.exec(`DELETE FROM ${table}`).toArray();
  sql.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${kept(table)}`).toArray();
}

export function dropTable(sql: Sql, table: string): void {
  sql.exec(`DROP TABLE IF EXISTS ${kept(table)}`).toArray();
}

const isThere = (sql: Sql, table: string): boolean =>
  sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1", table).toArray().length > 0;
