import { DatabaseSync } from "node:sqlite";
import { isAlarmList } from "../data-directory/data-files.ts";
import { columnsOf } from "./snapshot.ts";

/**
 * Removes other organizations' data from a copy of a database, leaving no trace in the file or the full-text index.
 *
 * @param file the copy
 * @param path the path of the copied database
 * @param organization the organization to keep: its number, and the name of its object
 */
export function keepOne(file: string, path: string, { id, object }: { id: number; object: string }) {
  const database = new DatabaseSync(file);
  try {
    database.exec("PRAGMA synchronous = OFF");
    if (isAlarmList(path)) {
      if (columnsOf(database, "main", "_cf_ALARM").length > 0)
        database.prepare("DELETE FROM _cf_ALARM WHERE actor_id != ?").run(object);
    } else if (path.startsWith("d1/")) keepRows(database, id);
    else keepFiles(database, id);
    database.exec("VACUUM");
  } finally {
    database.close();
  }
}

function keepRows(database: DatabaseSync, realm: number) {
  const tables = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'table'").all();
  for (const { name, sql } of tables) {
    const isVirtual = String(sql).startsWith("CREATE VIRTUAL");
    if (!isVirtual && columnsOf(database, "main", String(name)).includes("realm"))
      database.prepare(`DELETE FROM "${name}" WHERE realm != ?`).run(realm);
    if (isVirtual) {
      const [low, high] = [realm * 2 ** 32, (realm + 1) * 2 ** 32];
      database.prepare(`DELETE FROM "${name}" WHERE rowid < ? OR rowid >= ?`).run(low, high);
      database.exec(`INSERT INTO "${name}" ("${name}") VALUES ('rebuild')`);
    }
  }
  if (columnsOf(database, "main", "organizations").length > 0)
    database.prepare("DELETE FROM organizations WHERE id != ?").run(realm);
}

function keepFiles(database: DatabaseSync, realm: number) {
  if (columnsOf(database, "main", "_mf_objects").length === 0) return;
  database.exec("PRAGMA foreign_keys = OFF");
  const others = "NOT GLOB ?";
  database.prepare(`DELETE FROM _mf_objects WHERE key ${others}`).run(`${realm}/*`);
  database.prepare(`DELETE FROM _mf_multipart_uploads WHERE key ${others}`).run(`${realm}/*`);
  database.exec("DELETE FROM _mf_multipart_parts WHERE upload_id NOT IN (SELECT upload_id FROM _mf_multipart_uploads)");
}
