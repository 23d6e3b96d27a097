import type { Row } from "./rows.ts";

/** The range of the rows that are in the document, without the one at `to`. */
export interface ShownRange {
  readonly from: number;
  readonly to: number;
}

/** The number of rows in the document at most, unless the focus or a selection is in rows that would be removed. */
export const MAX_ROWS = 300;
/** The number of rows that are drawn first. */
const FIRST_ROWS = 24;
/** The number of rows that are added at an edge. */
const MORE_ROWS = 40;

export function rangeAround(place: number, count: number): ShownRange {
  const from = Math.max(0, Math.min(place - (FIRST_ROWS >> 1), count - FIRST_ROWS));
  return { from, to: Math.min(count, from + FIRST_ROWS) };
}

interface Limits {
  readonly count: number;
  /** The rows that have to stay: with the focus or selected text. */
  readonly held?: ShownRange | undefined;
}

/** The range with more rows at one side; rows at the other side are cut beyond the limit. */
export function grown({ from, to }: ShownRange, side: "older" | "newer", { count, held }: Limits): ShownRange {
  if (side === "older") {
    const start = Math.max(0, from - MORE_ROWS);
    return { from: start, to: Math.max(Math.min(to, start + MAX_ROWS), Math.min(held?.to ?? 0, to)) };
  }
  const end = Math.min(count, to + MORE_ROWS);
  return { from: Math.min(Math.max(from, end - MAX_ROWS), Math.max(held?.from ?? end, from)), to: end };
}

/** The key by which rows are ordered; unsent messages come last. */
const orderOf = (row: Row | undefined): number => row?.message?.id ?? Number.POSITIVE_INFINITY;

function firstFrom(rows: readonly Row[], order: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (orderOf(rows[middle]) < order) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The range of the same rows in a changed list. If the end was in the range, rows that are added there are too. */
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
  // At the end, the newest rows stay; otherwise the rows that are being read stay.
  return isAtEnd ? { from: end - MAX_ROWS, to: end } : { from: start, to: start + MAX_ROWS };
}

/** The index of a message's row, or of the next one if it is not in the list. */
export const rowIndexOfMessage = (rows: readonly Row[], id: number): number => firstFrom(rows, id);
