import { badRequest, bulkStoreUnavailable } from "../../../../protocol/errors.ts";
import type { PagePlan } from "./page-statement.ts";
import { LARGER_THAN_ANY_ID } from "./range.ts";
import { LAST_ID } from "./view.ts";

/** A page of messages, as returned by `GET /messages`. */
export interface MessagePage<Row> {
  /** Sorted by id. */
  readonly rows: readonly Row[];
  /** The anchor as a message id; null if messages were requested by id. */
  readonly anchor: number | null;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
  readonly history_limited: boolean;
}

/** A row of the page's statement. A page without messages has a single row, with the anchor and a null id. */
export type FoundRow<Row> = Omit<Row, "id"> & { readonly id: number | null; readonly anchor: number } & Cuts;

/** Whether the page ends early on either side because its messages are too large. */
interface Cuts {
  readonly cut_before?: number;
  readonly cut_after?: number;
}

/** Builds a page from the rows of its statement (messages.md 4). */
export function pageOfRows<Row extends { readonly id: number }>(
  { range, heldFrom }: Pick<PagePlan, "range" | "heldFrom">,
  found: readonly (FoundRow<Row> | (Row & Cuts))[],
): MessagePage<Row> {
  const rows = found.filter((row): row is Row => row.id !== null).sort((a, b) => a.id - b.id);
  // These columns are the same in each row.
  const { cut_before = 0, cut_after = 0 }: Cuts = found[0] ?? {};
  if (range.kind === "listed") {
    // The client wouldn't notice omitted messages.
    if (cut_after) throw badRequest("The messages are too long to be sent together.");
    return { ...nothingFound, rows, anchor: null };
  }
  const resolved = typeof range.anchor === "number" ? range.anchor : anchorOf(found);
  const isOldest = resolved === 0;
  const isNewest = resolved >= LARGER_THAN_ANY_ID;
  const before = rows.filter(({ id }) => id < resolved);
  const at = rows.filter(({ id }) => id === resolved);
  // If the anchor itself doesn't match, the statement found one message too many.
  const after = rows.filter(({ id }) => id > resolved).slice(0, range.after);
  const isShort = !cut_before && before.length < range.before;
  // Clients would request an empty page again and again.
  if (heldFrom !== undefined && isShort && before.length + after.length === 0) throw bulkStoreUnavailable();
  return {
    rows: [...before, ...at, ...after],
    anchor: resolved,
    found_anchor: at.length > 0,
    found_oldest: isOldest || (isShort && heldFrom === undefined),
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
