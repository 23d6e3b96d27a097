/**
 * A table whose rows the realm writes and D1 holds in bulk (design 3). The realm's columns and D1's have the same
 * names; D1's rows carry the realm besides.
 */
export interface BulkTable {
  readonly name: string;
  /** The columns of the realm's primary key, in order. */
  readonly key: readonly string[];
  readonly columns: readonly string[];
  /** Whether D1's row is keyed by one integer, realm * 2^32 + id. */
  readonly integerKey: boolean;
  /**
   * Where the realm lets go of old rows once they are shipped (D1 has them, and they can be brought back): the table of
   * its own that says, by their ids, which there are.
   */
  readonly windowOf?: string;
  /** What D1 derives from the rows, such as a search index. */
  readonly derived?: Derived;
}

/** Statements take `?1` the realm, `?2` the rows or keys as JSON, `?3` the version; all must end in `AND ${STILL_NEWER}`. */
interface Derived {
  readonly rows: (row: Row) => Row;
  readonly upsert: string;
  readonly remove: string;
}

export type Row = Record<string, string | number | null>;

/** An organization's place in D1's integer keys. */
export const keyOf = (realm: number, id: number) => realm * 2 ** 32 + id;
/** The same in a statement whose `?1` is the realm. */
export const sqlKey = (id: string) => `(CAST(?1 AS INTEGER) * 4294967296 + CAST(${id} AS INTEGER))`;

/** The statements that write rows of a table to D1; `?1` the realm, `?2` the rows as JSON, `?3` the version. */
export function shipStatements(table: BulkTable): { upsert: string; remove: string } {
  const all = [...(table.integerKey ? ["key"] : []), "realm", ...table.columns];
  const value = (column: string) => {
    if (column === "key") return sqlKey("r.value ->> 'id'");
    if (column === "realm") return "CAST(?1 AS INTEGER)";
    return `r.value ->> '${column}'`;
  };
  const conflict = table.integerKey ? ["key"] : ["realm", ...table.key];
  const updates = all.filter((column) => !conflict.includes(column) && column !== "realm");
  const parts = table.key.map((_, index) => `r.value ->> ${index}`);
  const found = table.integerKey
    ? `key IN (SELECT ${sqlKey("r.value ->> 0")} FROM json_each(?2) r)`
    : `(realm, ${table.key.join(", ")}) IN (SELECT CAST(?1 AS INTEGER), ${parts.join(", ")} FROM json_each(?2) r)`;
  return {
    upsert: `INSERT INTO ${table.name} (${all.join(", ")})
      SELECT ${all.map(value).join(", ")} FROM json_each(?2) r WHERE ${STILL_NEWER}
      ON CONFLICT (${conflict.join(", ")}) DO UPDATE SET ${updates.map((c) => `${c} = excluded.${c}`).join(", ")}`,
    remove: `DELETE FROM ${table.name} WHERE ${found} AND ${STILL_NEWER}`,
  };
}

/** A batch that was given up on may still arrive: it must not undo a newer one. */
export const STILL_NEWER = "NOT EXISTS (SELECT 1 FROM arrivals a WHERE a.realm = ?1 AND a.version >= ?3)";
export const ARRIVED = `INSERT INTO arrivals (realm, version) VALUES (?1, ?2)
  ON CONFLICT (realm) DO UPDATE SET version = max(version, excluded.version)`;
