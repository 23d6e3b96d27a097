import { type BulkTable, bulkRowId } from "./bulk-table.ts";
import type { SqlValue } from "./statement.ts";

export interface PageOf {
  readonly columns: readonly string[];
  readonly after: readonly SqlValue[] | null;
  readonly most: number;
  /** Maximum bytes of all rows together, except for the first row. Only used for tables with integer keys. */
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
