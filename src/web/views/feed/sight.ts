import type { MessageId } from "../../model/ids.ts";
import type { Row } from "./rows.ts";
import { placeOfMessage } from "./shown-range.ts";

/** Where to go: each object is one wish. */
export type Target = (
  | { readonly at: "end" }
  /** A message, at a distance from the upper edge; in the middle of the window where none is given. */
  | { readonly at: MessageId; readonly distance?: number }
) & {
  /** The feed was shown elsewhere before this was known: whoever has begun to read there stays. */
  readonly isLate?: boolean;
};

/** What can be seen of a feed. */
export interface Sight {
  readonly viewport: HTMLElement;
  /** The rows in sight, topmost first, as elements with their keys in `data-row`. */
  readonly elements: readonly HTMLElement[];
  readonly isAtEnd: boolean;
  /** How far the topmost row is from the upper edge. */
  readonly distance: number;
}

interface Known {
  readonly rows: readonly Row[];
  readonly ends: { readonly newest: boolean };
  readonly isBusy: boolean;
}

/** The place of a target among the rows; undefined while it is not known. */
export function placeOfTarget(target: Target | undefined, { rows, ends, isBusy }: Known): number | undefined {
  if (target === undefined) return undefined;
  if (target.at === "end") return ends.newest ? rows.length : undefined;
  const place = placeOfMessage(rows, target.at);
  const isThere = rows[place]?.message?.id === target.at;
  // A message that is not in the feed any more is near where it would be.
  return isThere || (!isBusy && rows.length > 0) ? place : undefined;
}
