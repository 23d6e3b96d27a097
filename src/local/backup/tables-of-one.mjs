/** Keys in D1, and ids of its rows in the index of words, are number * 2^32 + id. */
const IDS = 2 ** 32;

/**
 * The tables of a D1 database that have rows of organizations, each with a condition for those of one. It is the same for
 * each copy of the database.
 *
 * @param {import("node:sqlite").DatabaseSync} database @param {number} realm
 */
export function tablesOfOne(database, realm) {
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

/** @param {import("node:sqlite").DatabaseSync} database @param {string} schema @param {string} table @returns {string[]} */
export const columnsOf = (database, schema, table) =>
  database
    .prepare("SELECT name FROM pragma_table_info(?, ?)")
    .all(table, schema)
    .map(({ name }) => String(name));
