import type { BulkStore } from "../../database/bulk-store.ts";
import type { BulkTable, Row, Skeleton } from "../../database/bulk-table.ts";
import type { Sql, SqlValue } from "../../database/statement.ts";
import type { Position } from "./shipping-state.ts";

/** Rows of each side compared at once. */
const PAGE = 500;

type Key = readonly SqlValue[];

interface Stores {
  readonly sql: Sql;
  readonly store: BulkStore;
  readonly tables: ReadonlyMap<string, BulkTable>;
}

interface Compared {
  /** Keys of rows, by table, that D1 lacks, has with other values, or shouldn't have. They are shipped again. */
  readonly marked: readonly (readonly [table: string, keys: readonly string[]])[];
  /** Puts rows that only D1 had back into the realm, so that they are shipped with their current columns. */
  readonly insert: () => void;
  /** Number of rows whose content is lost in both stores. */
  readonly lost: number;
  readonly next: Position | null;
}

const nothing = () => {};

export function firstPosition(tables: ReadonlyMap<string, BulkTable>): Position | null {
  const [table] = tables.keys();
  return table === undefined ? null : { table, after: null };
}

/**
 * Compares one page of D1 with the realm. If they differ, the realm is right. Rows that have changed since D1 was read
 * are unshipped anyway, so shipping them again is harmless.
 */
export async function compareNext(stores: Stores, { table: name, after }: Position): Promise<Compared> {
  const table = stores.tables.get(name);
  if (table === undefined) return { marked: [], insert: nothing, lost: 0, next: null };
  const { end, ...found } = await (table.skeleton === undefined
    ? compareRows(stores, table, after)
    : compareSkeletons(stores, table, table.skeleton, after));
  if (end !== null) return { ...found, next: { table: name, after: end } };
  const following = tableAfter(stores.tables, name);
  return { ...found, next: following === null ? null : { table: following, after: null } };
}

export function tableAfter(tables: ReadonlyMap<string, BulkTable>, name: string): string | null {
  const names = [...tables.keys()];
  return names[names.indexOf(name) + 1] ?? null;
}

type ComparedPage = Omit<Compared, "next"> & { readonly end: Key | null };

/** Compares a table whose rows are all in the realm. */
async function compareRows({ sql, store }: Stores, table: BulkTable, after: Key | null): Promise<ComparedPage> {
  const { name, columns } = table;
  const theirs = await store.page(table, { columns, after, most: PAGE });
  const mine = rowsAfter(sql, table, after, PAGE);
  const end = lastCompleteKey(table, [theirs, mine]);
  const written = (rows: readonly Row[]) =>
    new Map(
      within(table, rows, end).map((row) => [rowKey(table, row), JSON.stringify(columns.map((column) => row[column]))]),
    );
  const [there, here] = [written(theirs), written(mine)];
  const keys = [...there.keys(), ...here.keys()].filter((one) => there.get(one) !== here.get(one));
  return { marked: [[name, [...new Set(keys)]]], insert: nothing, lost: 0, end };
}

/** Returns the realm's rows after a key, in key order. */
export function rowsAfter(sql: Sql, { name, key, columns }: BulkTable, after: Key | null, most: number): Row[] {
  const listed = key.join(", ");
  const places = key.map((_, index) => `?${index + 2}`).join(", ");
  return sql
    .exec(
      `SELECT ${columns.join(", ")} FROM ${name} ${after === null ? "" : `WHERE (${listed}) > (${places})`}
       ORDER BY ${listed} LIMIT CAST(?1 AS INTEGER)`,
      most,
      ...(after ?? []),
    )
    .toArray() as Row[];
}

/** Compares a table whose older rows the realm doesn't keep. Their content may exist only in D1. */
async function compareSkeletons(
  { sql, store }: Stores,
  table: BulkTable,
  { rows, same, origin, insertLost, lost: mark }: Skeleton,
  after: Key | null,
): Promise<ComparedPage> {
  const { name, columns } = table;
  const theirs = await store.page(table, { columns: ["id", ...same, mark.column], after, most: PAGE });
  const there = new Map(theirs.map((row) => [Number(row["id"]), row]));
  const from = Number(after?.[0] ?? 0);
  const readRealm = () => {
    const mine = sql.exec(rows, from, PAGE).toArray() as Row[];
    const end = lastCompleteKey(table, [theirs, mine]);
    const kept = new Set(
      sql
        .exec(`SELECT id FROM ${name} WHERE id > ?1 AND id <= ?2`, from, Number(end?.[0] ?? Number.MAX_SAFE_INTEGER))
        .toArray()
        .map(({ id }) => Number(id)),
    );
    return { mine: new Map(within(table, mine, end).map((row) => [Number(row["id"]), row])), end, kept };
  };
  const stateOf = (id: number, row: Row, kept: ReadonlySet<number>) => {
    const other = there.get(id);
    if (kept.has(id)) return "kept";
    if (other === undefined || other[origin] !== row[origin]) return "lost";
    if (same.some((column) => other[column] !== row[column])) return "moved";
    return other[mark.column] === mark.value ? "known to be lost" : "there";
  };
  const first = readRealm();
  const moved = [...first.mine].flatMap(([id, row]) => (stateOf(id, row, first.kept) === "moved" ? [[id]] : []));
  const contents = moved.length === 0 ? [] : await store.rowsAt(table, moved);
  // The realm may have changed while D1 was queried.
  const { mine, end, kept } = readRealm();
  const state = Map.groupBy(mine.keys(), (id) => stateOf(id, mine.get(id) ?? {}, kept));
  const unknown = within(table, theirs, end).flatMap(({ id }) => (mine.has(Number(id)) ? [] : [Number(id)]));
  const lost = state.get("lost") ?? [];
  const insert = () => {
    sql.exec(insertLost, JSON.stringify(lost)).toArray();
    const places = columns.map((_, index) => `?${index + 1}`).join(", ");
    for (const row of contents) {
      const full = { ...row, ...mine.get(Number(row["id"])) };
      const values = columns.map((column) => full[column] ?? null);
      if (!mine.has(Number(row["id"])) || kept.has(Number(row["id"]))) continue;
      sql.exec(`INSERT OR IGNORE INTO ${name} (${columns.join(", ")}) VALUES (${places})`, ...values).toArray();
    }
  };
  const keys = [...(state.get("kept") ?? []), ...unknown].map((id) => JSON.stringify([id]));
  const known = state.get("known to be lost") ?? [];
  return { marked: [[name, keys]], insert, lost: lost.length + known.length, end };
}

export const rowKey = ({ key }: BulkTable, row: Row): string => JSON.stringify(key.map((column) => row[column]));

/** Returns the last key that both pages cover, or null if both reach the end of the table. */
function lastCompleteKey({ key }: BulkTable, pages: readonly (readonly Row[])[]): Key | null {
  const ends = pages.filter(({ length }) => length === PAGE).map((page) => keyOf(key, page.at(-1)));
  return ends.reduce<Key | null>((least, end) => (least === null || isBefore(end, least) ? end : least), null);
}

const keyOf = (key: readonly string[], row: Row | undefined): Key => key.map((column) => row?.[column] ?? null);

export const within = ({ key }: BulkTable, rows: readonly Row[], end: Key | null): readonly Row[] =>
  end === null ? rows : rows.filter((row) => !isBefore(end, keyOf(key, row)));

export function isBefore(one: Key, other: Key): boolean {
  const index = one.findIndex((value, at) => value !== other[at]);
  const [a, b] = [one[index], other[index]];
  return index >= 0 && a != null && b != null && a < b;
}

/** Makes new rows get ids above `id`, because clients may have seen lower ids on other rows. */
export function skipIds(sql: Sql, { name, indexTable = name }: BulkTable, id: number): void {
  sql.exec("UPDATE sqlite_sequence SET seq = max(seq, ?2) WHERE name = ?1", indexTable, id).toArray();
  sql
    .exec(
      `INSERT INTO sqlite_sequence (name, seq)
       SELECT ?1, ?2 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?1)`,
      indexTable,
      id,
    )
    .toArray();
}
