import type { DatabaseSync } from "node:sqlite";

/** Keys in D1, and the rowids of its full-text index, are number * 2^32 + id. */
const IDS = 2 ** 32;

/**
 * Returns the tables of a D1 database that have organizations' rows, each with a condition that selects one
 * organization's rows. The result is the same for every copy of the database.
 */
export function tablesOfOne(database: DatabaseSync, realm: number) {
  const tables = database.prepare("SELECT name, sql FROM main.sqlite_master WHERE type = 'table'").all();
  return tables.flatMap(({ name, sql }) => {
    const table = String(name);
    const columns = columnsOf(database, "main", table);
    const isWords = String(sql).startsWith("CREATE VIRTUAL");
    if (isWords) {
      return [
        { table, columns: ["rowid", ...columns], rows: `rowid >= ${realm * IDS} AND rowid < ${(realm + 1) * IDS}` },
      ];
    }
    if (table === "organizations") return [{ table, columns, rows: `id = ${realm}` }];
    return columns.includes("realm") ? [{ table, columns, rows: `realm = ${realm}` }] : [];
  });
}

export const columnsOf = (database: DatabaseSync, schema: string, table: string): string[] =>
  database
    .prepare("SELECT name FROM pragma_table_info(?, ?)")
    .all(table, schema)
    .map(({ name }) => String(name));

/** Returns the ids of the blobs of R2 files whose keys match a pattern such as `5/*`. */
export function blobsNamed(database: DatabaseSync, schema: "main" | "stored", keys: string): string[] {
  if (columnsOf(database, schema, "_mf_objects").length === 0) return [];
  const named = database.prepare(
    `SELECT blob_id FROM ${schema}._mf_objects WHERE blob_id IS NOT NULL AND key GLOB ?1
     UNION SELECT p.blob_id FROM ${schema}._mf_multipart_parts p JOIN ${schema}._mf_multipart_uploads u USING (upload_id)
     WHERE u.key GLOB ?1`,
  );
  return named.all(keys).map((row) => String(row["blob_id"]));
}
