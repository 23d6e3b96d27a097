import type { Anchor } from "../../client/feed.ts";
import type { MessageId } from "../../model/ids.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import type { Row } from "./rows.ts";
import { rowIndexOfMessage } from "./shown-range.ts";

/** A position to scroll to. The feed scrolls for each new object, even if it is equal to the previous one. */
export type ScrollTarget = (
  | { readonly at: "end" }
  /** A message, at a distance in pixels from the top edge. Without a distance, the message is shown in the middle. */
  | { readonly at: MessageId; readonly distance?: number }
) & {
  /**
   * True if the feed was already shown at another position. The feed then scrolls only if the user hasn't started
   * reading.
   */
  readonly isLate?: boolean;
};

export interface VisibleRows {
  readonly viewport: HTMLElement;
  /** Elements of the visible rows, topmost first, with their keys in `data-row`. */
  readonly elements: readonly HTMLElement[];
  readonly isAtEnd: boolean;
  /** The topmost row's distance from the top edge, in pixels. */
  readonly distance: number;
  /** False while the feed waits for the position to open at, unless the user has scrolled. */
  readonly isSettled: boolean;
}

interface FeedRows {
  readonly rows: readonly Row[];
  readonly ends: { readonly newest: boolean };
  readonly isBusy: boolean;
}

/** Returns a target's row index, or undefined until it is known. */
export function rowIndexOfTarget(
  target: ScrollTarget | undefined,
  { rows, ends, isBusy }: FeedRows,
): number | undefined {
  if (target === undefined) return undefined;
  if (target.at === "end") return ends.newest ? rows.length : undefined;
  const place = rowIndexOfMessage(rows, target.at);
  const isThere = rows[place]?.message?.id === target.at;
  // If the message is no longer in the feed, the next row is the target.
  return isThere || (!isBusy && rows.length > 0) ? place : undefined;
}

/** Returns a feed's key, which is independent of the message it is opened at. */
export function keyOfPlace(place: FeedRoute): string {
  const { near: _, ...rest } = place;
  return JSON.stringify(rest);
}

export interface Position {
  readonly anchor: Anchor;
  /** Distance from the top edge, in pixels. */
  readonly distance?: number;
  /** True if the position was carried over from the topic's previous name, because the topic was renamed while open. */
  readonly isCarried?: boolean;
}

const positions = new Map<string, Position>();
const MAX_PLACES = 100;

/** Reading positions in feeds that the user left before reaching the end. */
export const placeMemory = {
  /**
   * Stores the reading position, and returns the topmost visible message's id. If the end is visible, forgets the
   * position and returns undefined.
   */
  note(place: FeedRoute, { elements, distance, isAtEnd, isSettled }: VisibleRows): MessageId | undefined {
    const key = keyOfPlace(place);
    const id = Number(elements[0]?.dataset["row"]);
    const top = isAtEnd || !Number.isInteger(id) ? undefined : id;
    if (!isSettled) return top;
    positions.delete(key);
    if (top !== undefined) positions.set(key, { anchor: top, distance });
    const [oldest] = positions.keys();
    if (positions.size > MAX_PLACES && oldest !== undefined) positions.delete(oldest);
    return top;
  },
  keep: (place: FeedRoute, position: Position) => void positions.set(keyOfPlace(place), position),
  of: (place: FeedRoute): Position | undefined => positions.get(keyOfPlace(place)),
};
