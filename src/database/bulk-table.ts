import { IN_ORDER } from "./arrival.ts";

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
  readonly indexTable?: string;
  /** What the realm knows by itself of the rows that it has let go of. */
  readonly skeleton?: Skeleton;
  /** What D1 derives from the rows, such as a search index. */
  readonly derived?: Derived;
}

export interface Skeleton {
  /** Selects its columns of the rows whose id is after `?1`, by their ids, at most `?2`. */
  readonly rows: string;
  /** Those of its columns that D1's row must have too. */
  readonly same: readonly string[];
  /** Where D1 has a row of the same id that differs in this column, it is the row of something else. */
  readonly origin: string;
  /** Inserts rows in the place of those whose content is in neither store any more; `?1` their ids, as JSON. */
  readonly insertLost: string;
  /** By which column and value such a row is known. */
  readonly lost: { readonly column: string; readonly value: string };
}

/** Statements take `?1` the realm, `?2` the rows or keys as JSON, and what IN_ORDER takes, in which all must end. */
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

/** The statements that write rows of a table to D1; `?1` the realm, `?2` the rows as JSON, and what IN_ORDER takes. */
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
      SELECT ${all.map(value).join(", ")} FROM json_each(?2) r WHERE ${IN_ORDER}
      ON CONFLICT (${conflict.join(", ")}) DO UPDATE SET ${updates.map((c) => `${c} = excluded.${c}`).join(", ")}`,
    remove: `DELETE FROM ${table.name} WHERE ${found} AND ${IN_ORDER}`,
  };
}
