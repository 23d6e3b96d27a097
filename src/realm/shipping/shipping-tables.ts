import type { BulkTable } from "../../database/bulk-table.ts";
import { additive, type SchemaStep } from "../schema.ts";
import { moveTables } from "./move-rows.ts";

/** Triggers that note each changed row of a bulk table as unshipped, in the same transaction. */
export function unshippedTriggers({ name, key }: Pick<BulkTable, "name" | "key">): string {
  const listed = (row: "old" | "new") => `json_array(${key.map((column) => `${row}.${column}`).join(", ")})`;
  // Not INSERT OR REPLACE: the conflict clause of whatever statement fires a trigger would count instead of its own.
  const mark = (row: "old" | "new") =>
    `DELETE FROM unshipped WHERE bulk_table = '${name}' AND row_key = ${listed(row)};
     INSERT INTO unshipped (bulk_table, row_key) VALUES ('${name}', ${listed(row)});`;
  const trigger = (verb: "INSERT" | "UPDATE" | "DELETE", row: "old" | "new") =>
    `CREATE TRIGGER ${name}_${verb.toLowerCase()}_marks AFTER ${verb} ON ${name}
     WHEN (SELECT quiet FROM shipping) = 0 BEGIN ${mark(row)} END;`;
  return [trigger("INSERT", "new"), trigger("UPDATE", "new"), trigger("DELETE", "old")].join("\n");
}

/** Later steps, which follow those of the other tables. */
export const laterShippingTables: readonly SchemaStep[] = [
  // D1's state after the last shipment, as its sessions take it; null where D1 has not said
  additive("ALTER TABLE shipping ADD COLUMN bookmark TEXT"),
  // the name of the binding of the D1 database that has the organization's rows
  additive("ALTER TABLE shipping ADD COLUMN database TEXT NOT NULL DEFAULT 'DB'"),
  ...moveTables,
  // the database of which owners have been told that it fills up; null for none
  additive("ALTER TABLE shipping ADD COLUMN told_filling TEXT"),
  // when D1 was found not to be as the realm had left it, until whoever runs the server has been told; else null
  additive("ALTER TABLE shipping ADD COLUMN noticed INTEGER"),
];

/** A step after those. */
export const refusedShippingTables: readonly SchemaStep[] = [
  // whether owners have been told that D1 refuses rows, until it has taken them all
  additive("ALTER TABLE shipping ADD COLUMN told_refused INTEGER NOT NULL DEFAULT 0"),
];

export const shippingTables: readonly SchemaStep[] = [
  `CREATE TABLE unshipped (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     bulk_table TEXT NOT NULL,
     row_key TEXT NOT NULL,
     UNIQUE (bulk_table, row_key)
   ) STRICT;
   -- While quiet, changes of rows are not noted: the message cache is trimmed, or loads old rows.
   CREATE TABLE shipping (quiet INTEGER NOT NULL) STRICT;
   INSERT INTO shipping (quiet) VALUES (0);`,
  // A realm from before stamps knows what it has shipped only if nothing is unshipped; else `unstamped` is the most
  // that it may have shipped. An older program goes on with the versions alone.
  additive(`ALTER TABLE shipping ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shipping ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
   ALTER TABLE shipping ADD COLUMN shipped INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE shipping ADD COLUMN unstamped INTEGER NOT NULL DEFAULT 0;
   -- The stamps of shipments that may or may not have arrived: a JSON list.
   ALTER TABLE shipping ADD COLUMN attempts TEXT NOT NULL DEFAULT '[]';
   -- How far the comparison of D1 with the realm has come, as JSON.
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
