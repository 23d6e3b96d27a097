import type { Realm } from "../../../../realm/realm.ts";
import { dropTable, KEPT_TABLES, keepTable } from "./undo-rows.ts";

/** Keeps the organization as it is before an import, which is little, since nobody has written there. */
export function keepForUndo(realm: Realm): void {
  for (const table of KEPT_TABLES) keepTable(realm.sql, table);
}

/** The import has succeeded: what was before is not needed any more. */
export function dropKept(realm: Realm): void {
  for (const table of KEPT_TABLES) dropTable(realm.sql, table);
}
