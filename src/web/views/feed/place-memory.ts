import type { MessageId } from "../../model/ids.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import type { VisibleRows } from "./scroll-target.ts";

/** The key of a feed; the message at which it is opened makes no difference. */
export function keyOfPlace(place: FeedPlace): string {
  const { near: _, ...rest } = place;
  return JSON.stringify(rest);
}

interface Position {
  readonly id: MessageId;
  readonly distance: number;
}

const positions = new Map<string, Position>();
const MOST_PLACES = 100;

/** The reading position in each place that was left before its end. */
export const placeMemory = {
  note(place: FeedPlace, { elements, distance, isAtEnd }: VisibleRows): void {
    const key = keyOfPlace(place);
    const id = Number(elements[0]?.dataset["row"]);
    positions.delete(key);
    if (isAtEnd || !Number.isInteger(id)) return;
    positions.set(key, { id, distance });
    const [oldest] = positions.keys();
    if (positions.size > MOST_PLACES && oldest !== undefined) positions.delete(oldest);
  },
  of: (place: FeedPlace): Position | undefined => positions.get(keyOfPlace(place)),
};
