import { IN_ORDER } from "./shipped-state.ts";
import type { SqlValue } from "./statement.ts";

/**
 * A table whose rows the realm writes and ships to D1. D1's table holds the rows of all realms. Column names are the
 * same in both, but D1's rows have an additional column `realm`.
 */
export interface BulkTable {
  readonly name: string;
  /** Columns of the realm's primary key, in order. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Whether D1's primary key is one integer, realm * 2^32 + id. */
  readonly integerKey: boolean;
  /** The realm's table with the ids of all rows. Set if the realm keeps only the newest rows, and D1 all of them. */
  readonly indexTable?: string;
  /** The realm's own data about rows that only D1 has. */
  readonly skeleton?: Skeleton;
  /** Data that D1 derives from the rows, such as a search index. */
  readonly derived?: Derived;
}

/** How to compare rows that only D1 has with the realm's data about them, after the realm or D1 was restored. */
export interface Skeleton {
  /** Query for the realm's data about rows after id `?1`, ordered by id, at most `?2`. */
  readonly rows: string;
  /** Columns whose values must match in D1. */
  readonly same: readonly string[];
  /** A column that never changes. If its value differs in D1, the row there is a different one with the same id. */
  readonly origin: string;
  /** Inserts placeholders for rows whose content is lost in both stores; `?1` is a JSON list of their ids. */
  readonly insertLost: string;
  /** Column and value that identify a placeholder. */
  readonly lost: { readonly column: string; readonly value: string };
}

/**
 * Statements for a derived table. `?1` is the realm, `?2` the rows or keys as JSON. The statements must end with
 * IN_ORDER.
 */
interface Derived {
  /** Table in D1. Its rowids are the keys of the rows. */
  readonly name: string;
  readonly rows: (row: Row) => Row;
  readonly upsert: string;
  readonly remove: string;
}

export type Row = Record<string, string | number | null>;

export const bulkRowId = (realm: number, id: number) => realm * 2 ** 32 + id;
/** SQL of `bulkRowId`, for a statement whose `?1` is the realm. */
export const sqlKey = (id: string) => `(CAST(?1 AS INTEGER) * 4294967296 + CAST(${id} AS INTEGER))`;

/**
 * Statements that write a table's rows to D1. `?1` is the realm, `?2` the rows as JSON, each a list of its columns'
 * values, and `?3` as in IN_ORDER.
 */
export function shipStatements(table: BulkTable): { upsert: string; remove: string } {
  const all = [...(table.integerKey ? ["key"] : []), "realm", ...table.columns];
  // Values are read by position. In a long object, SQLite would compare each name with all earlier ones.
  const at = (column: string) => `r.value ->> ${table.columns.indexOf(column)}`;
  const value = (column: string) => {
    if (column === "key") return sqlKey(at("id"));
    return column === "realm" ? "CAST(?1 AS INTEGER)" : at(column);
  };
  const conflict = table.integerKey ? ["key"] : ["realm", ...table.key];
  const updates = all.filter((column) => !conflict.includes(column) && column !== "realm");
  return {
    upsert: `INSERT INTO ${table.name} (${all.join(", ")})
      SELECT ${all.map(value).join(", ")} FROM json_each(?2) r WHERE ${IN_ORDER}
      ON CONFLICT (${conflict.join(", ")}) DO UPDATE SET ${updates.map((c) => `${c} = excluded.${c}`).join(", ")}`,
    remove: `DELETE FROM ${table.name} WHERE ${hasListedKey(table)} AND ${IN_ORDER}`,
  };
}

/** True for rows whose key is listed; `?1` is the realm, `?2` a JSON list of keys, each a list of column values. */
function hasListedKey({ key, integerKey }: BulkTable): string {
  if (integerKey) return `key IN (SELECT ${sqlKey("r.value ->> 0")} FROM json_each(?2) r)`;
  const parts = key.map((_, index) => `r.value ->> ${index}`);
  return `(realm, ${key.join(", ")}) IN (SELECT CAST(?1 AS INTEGER), ${parts.join(", ")} FROM json_each(?2) r)`;
}

/** Selects rows by key, with values as for `hasListedKey`. */
export const selectAt = (table: BulkTable): string =>
  `SELECT ${table.columns.join(", ")} FROM ${table.name} WHERE ${hasListedKey(table)}`;

/** Statements that delete an organization's first rows and their derived data; `?2` is the number of rows. */
export function removeStatements({ name, key, integerKey, derived }: BulkTable) {
  const [identity, where] = integerKey
    ? ["key", `key > ${sqlKey("0")} AND key < ${sqlKey("4294967296")}`]
    : [`realm, ${key.join(", ")}`, "realm = ?1"];
  const first = `SELECT ${identity} FROM ${name} WHERE ${where} ORDER BY ${identity} LIMIT CAST(?2 AS INTEGER)`;
  return {
    derived: derived && `DELETE FROM ${derived.name} WHERE rowid IN (${first})`,
    some: `DELETE FROM ${name} WHERE ${integerKey ? identity : `(${identity})`} IN (${first}) RETURNING 1`,
  };
}

export interface PageOf {
  readonly columns: readonly string[];
  readonly after: readonly SqlValue[] | null;
  readonly most: number;
  /**
   * Maximum total bytes of the rows. The first row is included even if it is larger. Only used for tables with integer
   * keys.
   */
  readonly bytes?: number;
}

interface Select {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** Selects columns of an organization's rows in D1 after a key, in key order. */
export function selectPage(realm: number, { name, key, integerKey }: BulkTable, of: PageOf): Select {
  const { columns, after, most, bytes } = of;
  const select = `SELECT ${columns.join(", ")} FROM ${name}`;
  if (!integerKey) {
    const listed = key.join(", ");
    const places = key.map((_, index) => `?${index + 3}`).join(", ");
    const sql = `${select} WHERE realm = ?1 ${after === null ? "" : `AND (${listed}) > (${places})`}
       ORDER BY ${listed} LIMIT CAST(?2 AS INTEGER)`;
    return { sql, values: [realm, most, ...(after ?? [])] };
  }
  const [low, high] = [bulkRowId(realm, Number(after?.[0] ?? 0)), bulkRowId(realm + 1, 0)];
  if (bytes === undefined) {
    const sql = `${select} WHERE key > ?1 AND key < ?2 ORDER BY key LIMIT CAST(?3 AS INTEGER)`;
    return { sql, values: [low, high, most] };
  }
  // The first row is always included.
  const size = columns.map((column) => `coalesce(octet_length(${column}), 0)`).join(" + ");
  const sql = `${select} WHERE key IN (SELECT key FROM (
      SELECT key, sum(size) OVER (ORDER BY key) - size AS before FROM (
        SELECT key, ${size} AS size FROM ${name} WHERE key > ?1 AND key < ?2 ORDER BY key LIMIT CAST(?3 AS INTEGER)))
    WHERE before < CAST(?4 AS INTEGER)) ORDER BY key`;
  return { sql, values: [low, high, most, bytes] };
}
