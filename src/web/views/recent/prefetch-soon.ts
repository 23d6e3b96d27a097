import type { Client } from "../../client/client.ts";
import type { FeedPlace } from "../../model/places/place.ts";

/** The time that the pointer has to rest on a link; passing over it is no sign of interest. */
const DWELL_MS = 80;

let timer: ReturnType<typeof setTimeout> | undefined;

/** The attributes of a link that loads the messages of its place while the pointer rests on it. */
export const prefetchSoon = (client: Client, place: FeedPlace) => ({
  onPointerEnter: () => {
    clearTimeout(timer);
    timer = setTimeout(() => client.prefetch(place), DWELL_MS);
  },
  onPointerLeave: () => clearTimeout(timer),
});
