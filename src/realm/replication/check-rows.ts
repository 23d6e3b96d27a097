import type { BulkTable, Row } from "../../database/bulk-table.ts";
import type { Sql } from "../../database/statement.ts";
import { isBefore, rowKey, rowsAfter, within } from "./comparison.ts";

/** Rows compared at once on each side, and maximum bytes of D1's rows. */
export const CHECKED_ROWS = 2000;
export const CHECKED_BYTES = 2_000_000;
const NAMED = 20;

/** The differences in a page of a table, not counting rows that wait to be shipped. */
export interface CheckedRows {
  readonly checked: number;
  readonly missing: number;
  readonly different: number;
  readonly extra: number;
  /** Messages whose text is lost. */
  readonly lost: number;
  readonly keys: readonly string[];
  /** Last key that was compared, or null at the end of the table. */
  readonly end: Key | null;
}

type Key = readonly Row[string][];

type State = "missing" | "different" | "extra" | "lost";

/** Compares a page just read from D1 with the realm, without changing anything. */
export function checkRows(sql: Sql, table: BulkTable, theirs: readonly Row[], after: Key | null): CheckedRows {
  const mine =
    table.skeleton === undefined
      ? rowsAfter(sql, table, after, CHECKED_ROWS)
      : (sql.exec(table.skeleton.rows, Number(after?.[0] ?? 0), CHECKED_ROWS).toArray() as Row[]);
  const end = lastCompleteKey(table, theirs, mine);
  const there = new Map(within(table, theirs, end).map((row) => [rowKey(table, row), row]));
  const here = new Map(within(table, mine, end).map((row) => [rowKey(table, row), row]));
  const kept = table.skeleton === undefined ? here : keptBetween(sql, table, after, end);
  const found = new Map<string, State>();
  for (const [key, row] of here) {
    const state = rowProblem(table, row, { kept: kept.get(key), other: there.get(key) });
    if (state !== undefined) found.set(key, state);
  }
  for (const key of there.keys()) if (!here.has(key)) found.set(key, "extra");
  const waiting = unshippedAmong(sql, table, [...found.keys()]);
  const differing = [...found].filter(([key]) => !waiting.has(key));
  const count = (state: State) => differing.filter(([, one]) => one === state).length;
  return {
    checked: here.size,
    missing: count("missing"),
    different: count("different"),
    extra: count("extra"),
    lost: count("lost"),
    keys: differing.slice(0, NAMED).map(([key]) => key),
    end,
  };
}

/** Returns what is wrong with a row that the realm knows, or undefined if nothing is. */
function rowProblem(
  { columns, skeleton }: BulkTable,
  known: Row,
  { kept, other }: { kept: Row | undefined; other: Row | undefined },
): State | undefined {
  if (kept !== undefined) {
    if (other === undefined) return "missing";
    if (columns.some((column) => kept[column] !== other[column])) return "different";
  } else if (skeleton !== undefined) {
    if (other === undefined) return "missing";
    if (skeleton.same.some((column) => known[column] !== other[column])) return "different";
  }
  return skeleton !== undefined && other?.[skeleton.lost.column] === skeleton.lost.value ? "lost" : undefined;
}

/**
 * Returns the last key that both pages cover. D1's page may be short because of its byte limit, so only an empty one
 * ends the table.
 */
function lastCompleteKey({ key }: BulkTable, theirs: readonly Row[], mine: readonly Row[]): Key | null {
  const last = (rows: readonly Row[]): Key => key.map((column) => rows.at(-1)?.[column] ?? null);
  const ends = [...(theirs.length > 0 ? [last(theirs)] : []), ...(mine.length === CHECKED_ROWS ? [last(mine)] : [])];
  return ends.reduce<Key | null>((least, end) => (least === null || isBefore(end, least) ? end : least), null);
}

/** Returns the rows that the realm holds itself, by key. */
function keptBetween(sql: Sql, table: BulkTable, after: Key | null, end: Key | null): Map<string, Row> {
  const rows = sql
    .exec(
      `SELECT ${table.columns.join(", ")} FROM ${table.name} WHERE id > ?1 AND id <= ?2`,
      Number(after?.[0] ?? 0),
      Number(end?.[0] ?? Number.MAX_SAFE_INTEGER),
    )
    .toArray() as Row[];
  return new Map(rows.map((row) => [rowKey(table, row), row]));
}

function unshippedAmong(sql: Sql, { name }: BulkTable, keys: readonly string[]): Set<string> {
  if (keys.length === 0) return new Set();
  const rows = sql
    .exec(
      "SELECT row_key FROM unshipped WHERE bulk_table = ?1 AND row_key IN (SELECT value FROM json_each(?2))",
      name,
      JSON.stringify(keys),
    )
    .toArray();
  return new Set(rows.map(({ row_key }) => String(row_key)));
}
