import { badRequest } from "../../../../protocol/errors.ts";
import { LARGER_THAN_ANY_ID, type Range } from "./range.ts";
import { LAST_ID } from "./view.ts";

export interface MessagePage<Row> {
  /** Ascending. */
  readonly rows: readonly Row[];
  /** As resolved; null where messages were asked for one by one. */
  readonly anchor: number | null;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
  readonly history_limited: boolean;
}

/** A row of the page's statement: without an id, only the anchor was found. */
export type FoundRow<Row> = Omit<Row, "id"> & { readonly id: number | null; readonly anchor: number } & Cuts;

/** Whether the page ends early on either side, for what there is would take too much. */
interface Cuts {
  readonly cut_before?: number;
  readonly cut_after?: number;
}

/** messages.md 4: what was found, and whether there is more of it. */
export function pageOfRows<Row extends { readonly id: number }>(
  range: Range,
  found: readonly (FoundRow<Row> | (Row & Cuts))[],
): MessagePage<Row> {
  const rows = found.filter((row): row is Row => row.id !== null).sort((a, b) => a.id - b.id);
  // Each row says the same of the whole page.
  const { cut_before = 0, cut_after = 0 }: Cuts = found[0] ?? {};
  if (range.kind === "listed") {
    // Of those that were named none can be left out: nobody would know which.
    if (cut_after) throw badRequest("The messages are too long to be sent together.");
    return { ...nothingFound, rows, anchor: null };
  }
  const resolved = range.anchor === "first_unread" ? anchorOf(found) : range.anchor;
  const isOldest = resolved === 0;
  const isNewest = resolved >= LARGER_THAN_ANY_ID;
  const before = rows.filter(({ id }) => id < resolved);
  const at = rows.filter(({ id }) => id === resolved);
  // Where the anchor is no match itself, one more than wanted was read.
  const after = rows.filter(({ id }) => id > resolved).slice(0, range.after);
  return {
    rows: [...before, ...at, ...after],
    anchor: resolved,
    found_anchor: at.length > 0,
    found_oldest: isOldest || (!cut_before && before.length < range.before),
    found_newest: isNewest || (!cut_after && after.length < range.after),
    history_limited: false,
  };
}

const nothingFound = { found_anchor: false, found_oldest: false, found_newest: false, history_limited: false } as const;

function anchorOf(found: readonly object[]): number {
  const [first] = found;
  const anchor = first !== undefined && "anchor" in first ? Number(first.anchor) : LAST_ID + 1;
  return anchor > LAST_ID ? LARGER_THAN_ANY_ID : anchor;
}
