import type { Client } from "../../client/client.ts";
import type { FeedPlace } from "../../model/places/place.ts";

/** Whoever only passes over a link does not mean it. */
const DWELL_MS = 80;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Attributes of a link: what it leads to is got while the pointer rests on it. */
export const prefetchSoon = (client: Client, place: FeedPlace) => ({
  onPointerEnter: () => {
    clearTimeout(timer);
    timer = setTimeout(() => client.prefetch(place), DWELL_MS);
  },
  onPointerLeave: () => clearTimeout(timer),
});
