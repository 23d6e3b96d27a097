import type { Realm } from "../../../realm/realm.ts";
import { DAY_MS, MINUTE_MS, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { usersWithQueues } from "../../channels/channels/audience.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { isDeactivated } from "../../organization/realm/closing.ts";
import { removableAtOnce } from "../messages/store/removal.ts";
import { waitsForTexts, withNeededTexts } from "./needed-texts.ts";

/** The most messages that one step of a long deletion deletes. */
export const MAX_AT_ONCE = 1000;
/** The most messages among which one step looks for those to delete. */
export const MAX_SEARCHED = 50_000;
/** Between two steps, the realm serves other requests. */
export const STEP_INTERVAL_MS = milliseconds(50);
/** The most events that one step sends: one for each topic and user with a queue. */
const MAX_EVENTS = 10_000;

/** The wait before the next step of a long deletion; null where it can be done now. */
export function waitBeforeDeleting(realm: Realm): Milliseconds | null {
  // A deactivated organization keeps its messages: nobody could stop their deletion.
  if (isDeactivated(realm)) return DAY_MS;
  if (waitsForTexts(realm)) return MINUTE_MS;
  // While D1 is unavailable, no more messages are deleted, so that its deletions do not pile up.
  return realm.shipper.lag.failures > 0 ? MINUTE_MS : null;
}

/** The most changes that one step can make where each sends an event to whoever has a queue. */
export const mostWithEvents = (realm: Realm): number =>
  Math.max(1, Math.floor(MAX_EVENTS / (usersWithQueues(realm).size + 1)));

/**
 * The first of some messages, as many as one change can delete. `partOf` gives the topic or conversation of a message:
 * each needs an event of its own, so there may not be too many.
 */
export function deletableAtOnce(
  realm: Realm,
  places: readonly MessageIndexRow[],
  partOf: (place: MessageIndexRow) => number | null,
): readonly MessageIndexRow[] {
  const most = mostWithEvents(realm);
  const parts = new Set<number | null>();
  const end = places.findIndex((place) => parts.add(partOf(place)).size > most);
  return withNeededTexts(realm, removableAtOnce(realm, end === -1 ? places : places.slice(0, end), "oldest"));
}
