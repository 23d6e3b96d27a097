import { DatabaseSync } from "node:sqlite";
import { isAlarmList } from "../data-directory/data-files.ts";
import { closing } from "../os/closing.ts";
import { columnsOf, tablesOfOne } from "./snapshot.ts";

/**
 * Removes other organizations' data from a copy of a database, leaving no trace in the file or the full-text index.
 *
 * @param file the copy
 * @param path the path of the copied database
 * @param organization the organization to keep: its number, and the name of its object
 */
export function keepOne(file: string, path: string, { id, object }: { id: number; object: string }) {
  closing(new DatabaseSync(file), (database) => {
    database.exec("PRAGMA synchronous = OFF");
    if (isAlarmList(path)) {
      if (columnsOf(database, "main", "_cf_ALARM").length > 0)
        database.prepare("DELETE FROM _cf_ALARM WHERE actor_id != ?").run(object);
    } else if (path.startsWith("d1/")) keepRows(database, id);
    else keepFiles(database, id);
    database.exec("VACUUM");
  });
}

function keepRows(database: DatabaseSync, realm: number) {
  for (const { table, columns, rows } of tablesOfOne(database, realm)) {
    database.exec(`DELETE FROM "${table}" WHERE NOT (${rows})`);
    // Only a full-text index has this column.
    if (columns[0] === "rowid") database.exec(`INSERT INTO "${table}" ("${table}") VALUES ('rebuild')`);
  }
}

function keepFiles(database: DatabaseSync, realm: number) {
  if (columnsOf(database, "main", "_mf_objects").length === 0) return;
  database.exec("PRAGMA foreign_keys = OFF");
  const others = "NOT GLOB ?";
  database.prepare(`DELETE FROM _mf_objects WHERE key ${others}`).run(`${realm}/*`);
  database.prepare(`DELETE FROM _mf_multipart_uploads WHERE key ${others}`).run(`${realm}/*`);
  database.exec("DELETE FROM _mf_multipart_parts WHERE upload_id NOT IN (SELECT upload_id FROM _mf_multipart_uploads)");
}
