import type { Sql } from "../../../../database/statement.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { keptTables } from "../archive-parts.ts";

const copyName = (table: string) => `kept_${table}`;

/** Keeps a copy of the organization's state before an import. It is small, because no one has written there yet. */
export function keepForUndo(realm: Realm): void {
  dropKept(realm);
  for (const table of keptTables(realm))
    realm.sql.exec(`CREATE TABLE ${copyName(table)} AS SELECT * FROM ${table}`).toArray();
}

/** Returns the rows a table had before the import, or none if it wasn't copied. */
export const rowsBefore = ({ sql }: Realm, table: string): Record<string, SqlStorageValue>[] =>
  tableExists(sql, copyName(table)) ? sql.exec(`SELECT * FROM ${copyName(table)}`).toArray() : [];

export function restoreKept(realm: Realm): void {
  for (const table of keptTables(realm)) restoreTable(realm.sql, table);
  dropKept(realm);
}

/** Restores a table from its copy. Columns added since the copy get their defaults. */
function restoreTable(sql: Sql, table: string): void {
  if (!tableExists(sql, copyName(table))) return;
  const columns = sql
    .exec(`SELECT name FROM pragma_table_info('${copyName(table)}')`)
    .toArray()
    .map(({ name }) => `"${String(name)}"`)
    .join(", ");
  sql.exec(`DELETE FROM ${table}`).toArray();
  sql.exec(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM ${copyName(table)}`).toArray();
}

/** Drops the copies once the import has ended and can no longer be undone. */
export function dropKept(realm: Realm): void {
  for (const table of keptTables(realm)) realm.sql.exec(`DROP TABLE IF EXISTS ${copyName(table)}`).toArray();
}

const tableExists = (sql: Sql, table: string): boolean =>
  sql.exec("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1", table).toArray().length > 0;
