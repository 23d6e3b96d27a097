import type { Row } from "./rows.ts";

/** The rows that are in the document: those from `from` up to, but without, `to`. */
export interface ShownRange {
  readonly from: number;
  readonly to: number;
}

/** As many rows are in the document at most, unless somebody has selected text or stands in one that would go. */
export const MOST_ROWS = 300;
/** As many are drawn first. */
const FIRST_ROWS = 32;
/** As many come when somebody scrolls near an edge. */
const MORE_ROWS = 40;

export function rangeAround(place: number, count: number): ShownRange {
  const from = Math.max(0, Math.min(place - (FIRST_ROWS >> 1), count - FIRST_ROWS));
  return { from, to: Math.min(count, from + FIRST_ROWS) };
}

interface Limits {
  readonly count: number;
  /** Rows that stay: the one with the focus, those with selected text. */
  readonly held?: ShownRange | undefined;
}

/** With more rows on one side; the other side is cut where there are too many. */
export function grown({ from, to }: ShownRange, side: "older" | "newer", { count, held }: Limits): ShownRange {
  if (side === "older") {
    const start = Math.max(0, from - MORE_ROWS);
    return { from: start, to: Math.max(Math.min(to, start + MOST_ROWS), Math.min(held?.to ?? 0, to)) };
  }
  const end = Math.min(count, to + MORE_ROWS);
  return { from: Math.min(Math.max(from, end - MOST_ROWS), Math.max(held?.from ?? end, from)), to: end };
}

/** Where a row belongs among others: what is not sent yet comes last. */
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

/** The same part of a feed after rows have come or gone; with what has come after its end where that was in the document. */
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
  if (end - start <= MOST_ROWS || !hadEnd) return { from: Math.min(start, end), to: end };
  // Whoever reads further up keeps what they read; the newest come when they scroll down.
  return isAtEnd ? { from: end - MOST_ROWS, to: end } : { from: start, to: start + MOST_ROWS };
}

/** The place of a message's row, or of the next one where it is not there. */
export const placeOfMessage = (rows: readonly Row[], id: number): number => firstFrom(rows, id);
