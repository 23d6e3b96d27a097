import type { Realm } from "../../../../realm/realm.ts";
import { keptTables } from "../archive-parts.ts";
import { dropTable, keepTable, keptRowsOf, restoreTable } from "./undo-rows.ts";

/** Keeps the organization as it is before an import, which is little, since nobody has written there. */
export function keepForUndo(realm: Realm): void {
  for (const table of keptTables(realm)) keepTable(realm.sql, table);
}

/** The rows that a table had before the import. */
export const rowsBefore = (realm: Realm, table: string) => keptRowsOf(realm.sql, table);

/** Gives the organization back what it had before the import. */
export function restoreKept(realm: Realm): void {
  for (const table of keptTables(realm)) restoreTable(realm.sql, table);
  dropKept(realm);
}

/** The import has ended: what was before is not needed any more. */
export function dropKept(realm: Realm): void {
  for (const table of keptTables(realm)) dropTable(realm.sql, table);
}
