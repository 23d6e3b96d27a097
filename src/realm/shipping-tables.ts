import type { BulkTable } from "../database/bulk-table.ts";

/** The realm's side of the shipping of a table: each change of a row marks its key, in the same transaction. */
export function marks({ name, key }: Pick<BulkTable, "name" | "key">): string {
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

export const shippingTables = [
  `CREATE TABLE unshipped (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     bulk_table TEXT NOT NULL,
     row_key TEXT NOT NULL,
     UNIQUE (bulk_table, row_key)
   ) STRICT;
   -- While quiet, rows come and go without being marked: the window is trimmed, or old rows are brought back.
   CREATE TABLE shipping (quiet INTEGER NOT NULL) STRICT;
   INSERT INTO shipping (quiet) VALUES (0);`,
];
