import { firstIndex } from "../../model/first-index.ts";
import type { Row } from "./rows.ts";

/** The range of rows in the document, excluding `to`. */
export interface ShownRange {
  readonly from: number;
  readonly to: number;
}

/** Maximum rows in the document, unless rows to be removed contain the focus or a selection. */
export const MAX_ROWS = 300;
const FIRST_ROWS = 24;
/** Rows added at an edge. */
const MORE_ROWS = 20;

/** Returns the range of rows to draw around a row. Keeps the present range if it has enough rows on both sides. */
export function rangeAround(place: number, count: number, present: ShownRange): ShownRange {
  const from = Math.max(0, Math.min(place - (FIRST_ROWS >> 1), count - FIRST_ROWS));
  const to = Math.min(count, from + FIRST_ROWS);
  return present.from <= from && to <= present.to ? present : { from, to };
}

interface Limits {
  readonly count: number;
  /** Rows that must stay because they contain the focus or selected text. */
  readonly held?: ShownRange | undefined;
}

/** Extends the range on one side. Beyond the limit, rows on the other side are cut. */
export function grown({ from, to }: ShownRange, side: "older" | "newer", { count, held }: Limits): ShownRange {
  if (side === "older") {
    const start = Math.max(0, from - MORE_ROWS);
    return { from: start, to: Math.max(Math.min(to, start + MAX_ROWS), Math.min(held?.to ?? 0, to)) };
  }
  const end = Math.min(count, to + MORE_ROWS);
  return { from: Math.min(Math.max(from, end - MAX_ROWS), Math.max(held?.from ?? end, from)), to: end };
}

/** Sort key of rows. Unsent messages come last. */
const orderOf = (row: Row | undefined): number => row?.message?.id ?? Number.POSITIVE_INFINITY;

const firstFrom = (rows: readonly Row[], order: number): number =>
  firstIndex(rows.length, (at) => orderOf(rows[at]) >= order);

/**
 * Returns the range of the same rows in a changed list. If the range included the end, it also includes rows added
 * there.
 */
export function sameRange(
  { from, to }: ShownRange,
  {
    before,
    after,
    isAtEnd,
  }: { readonly before: readonly Row[]; readonly after: readonly Row[]; readonly isAtEnd: boolean },
): ShownRange {
  if (from >= to) return { from: 0, to: 0 };
  const start = firstFrom(after, orderOf(before[from]));
  const hadEnd = to === before.length;
  const end = hadEnd ? after.length : firstFrom(after, orderOf(before[to]));
  if (end - start <= MAX_ROWS || !hadEnd) return { from: Math.min(start, end), to: end };
  // At the end the newest rows stay, otherwise the rows being read.
  return isAtEnd ? { from: end - MAX_ROWS, to: end } : { from: start, to: start + MAX_ROWS };
}

/** Returns the index of a message's row, or of the next one if it isn't in the list. */
export const rowIndexOfMessage = (rows: readonly Row[], id: number): number => firstFrom(rows, id);
