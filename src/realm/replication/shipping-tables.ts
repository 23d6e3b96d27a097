import type { BulkTable } from "../../database/bulk-table.ts";
import { additive, type SchemaStep } from "../schema.ts";
import { moveTables } from "./move-rows.ts";

/** Triggers that mark each changed row of a bulk table as unshipped. */
export function unshippedTriggers({ name, key }: Pick<BulkTable, "name" | "key">): string {
  const listed = (row: "old" | "new") => `json_array(${key.map((column) => `${row}.${column}`).join(", ")})`;
  // Not INSERT OR REPLACE: it would be overridden by the conflict clause of the statement that fires the trigger.
  const mark = (row: "old" | "new") =>
    `DELETE FROM unshipped WHERE bulk_table = '${name}' AND row_key = ${listed(row)};
     INSERT INTO unshipped (bulk_table, row_key) VALUES ('${name}', ${listed(row)});`;
  const trigger = (verb: "INSERT" | "UPDATE" | "DELETE", row: "old" | "new") =>
    `CREATE TRIGGER ${name}_${verb.toLowerCase()}_marks AFTER ${verb} ON ${name}
     WHEN (SELECT quiet FROM shipping) = 0 BEGIN ${mark(row)} END;`;
  return [trigger("INSERT", "new"), trigger("UPDATE", "new"), trigger("DELETE", "old")].join("\n");
}

/** Later schema steps. They run after the first steps of the other tables. */
export const laterShippingTables: readonly SchemaStep[] = [
  // D1 session bookmark returned after the last shipment; null if D1 hasn't returned one
  additive("ALTER TABLE shipping ADD COLUMN bookmark TEXT"),
  // the binding name of the D1 database with the organization's rows
  additive("ALTER TABLE shipping ADD COLUMN database TEXT NOT NULL DEFAULT 'DB'"),
  ...moveTables,
  // database that owners and administrators were warned about because it is filling up, or null
  additive("ALTER TABLE shipping ADD COLUMN told_filling TEXT"),
  // when D1 was found in a state the realm hadn't left it in; null once the server administrator has been notified
  additive("ALTER TABLE shipping ADD COLUMN noticed INTEGER"),
];

/** A schema step after `laterShippingTables`. */
export const refusedShippingTables: readonly SchemaStep[] = [
  // whether owners and administrators have been notified that D1 refuses rows, until it has accepted them all
  additive("ALTER TABLE shipping ADD COLUMN told_refused INTEGER NOT NULL DEFAULT 0"),
];

export const shippingTables: readonly SchemaStep[] = [
  `CREATE TABLE unshipped (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     bulk_table TEXT NOT NULL,
     row_key TEXT NOT NULL,
     UNIQUE (bulk_table, row_key)
   ) STRICT;
   -- While quiet, row changes aren't recorded, because the message cache is trimmed or loads old rows.
   CREATE TABLE shipping (quiet INTEGER NOT NULL) STRICT;
   INSERT INTO shipping (quiet) VALUES (0);`,
  // If a realm from before stamps has unshipped rows, it isn't known what was shipped: `unstamped` is then the highest
  // version that may have been. Older programs continue to use only the versions.
  additive(`ALTER TABLE shipping ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shipping ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
   ALTER TABLE shipping ADD COLUMN shipped INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shipping ADD COLUMN unstamped INTEGER NOT NULL DEFAULT 0;
   -- JSON: stamps of shipments that may or may not have arrived.
   ALTER TABLE shipping ADD COLUMN attempts TEXT NOT NULL DEFAULT '[]';
   -- JSON: progress of comparing D1 with the realm.
   ALTER TABLE shipping ADD COLUMN comparing TEXT;
   ALTER TABLE shipping ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;
   UPDATE shipping SET unstamped = coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'unshipped'), 0);
   UPDATE shipping SET shipped = unstamped WHERE NOT EXISTS (SELECT 1 FROM unshipped);
   CREATE TABLE parked_marks (
     bulk_table TEXT NOT NULL,
     row_key TEXT NOT NULL,
     error TEXT NOT NULL,
     since INTEGER NOT NULL,
     PRIMARY KEY (bulk_table, row_key)
   ) STRICT, WITHOUT ROWID;`),
];
