import "./composer-slot.css";
import { useClient } from "../../client/client.ts";
import { soon } from "../../loads.ts";
import type { Place } from "../../model/places/place.ts";
import { targetOf } from "../../model/places/target.ts";
import { later } from "../../parts/later.tsx";

interface SlotProps {
  readonly place: Place;
}

/** Keeps the space free that the composer is going to take. */
function Room({ place }: SlotProps) {
  return targetOf(place, useClient().watch().user_id) ? <div class="composer-slot" /> : null;
}

/** The composer, which is loaded after the page so that messages appear first. */
export const ComposerSlot = later<SlotProps>(async () => (await soon()).Composer, {
  Waiting: Room,
  Missing: Room,
});
