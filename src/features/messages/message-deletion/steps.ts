import { isImportingHook } from "../../../realm/admission-hooks.ts";
import type { Realm } from "../../../realm/realm.ts";
import { DAY_MS, MINUTE_MS, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { usersWithQueues } from "../../channels/channels/audience.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { removableAtOnce } from "../core/store/removal.ts";
import { waitsForTexts, withNeededTexts } from "./needed-texts.ts";

export const MAX_AT_ONCE = 1000;
/** Maximum messages that one step searches for messages to delete. */
export const MAX_SEARCHED = 50_000;
/** Pause between two steps, so that the realm can serve other requests. */
export const STEP_INTERVAL_MS = milliseconds(50);
/** Maximum events per step: one for each topic and user with a queue. */
const MAX_EVENTS = 10_000;

/** Returns the delay before the next step of a long deletion, or null if it can run now. */
export function waitBeforeDeleting(realm: Realm): Milliseconds | null {
  // A deactivated organization keeps its messages, because no one could stop their deletion.
  if (isDeactivated(realm)) return DAY_MS;
  // Rows that are still to be imported refer to the messages.
  if (realm.ask(isImportingHook)) return MINUTE_MS;
  if (waitsForTexts(realm)) return MINUTE_MS;
  // Nothing is deleted while D1 is unavailable, so that deletions queued for it don't pile up.
  return realm.shipper.lag.failures > 0 ? MINUTE_MS : null;
}

/** Returns how many changes one step can make if each sends an event to everyone with a queue. */
export const mostWithEvents = (realm: Realm): number =>
  Math.max(1, Math.floor(MAX_EVENTS / (usersWithQueues(realm).size + 1)));

/**
 * Returns the first messages that one change can delete. Their number is limited, because each topic or conversation,
 * as returned by `partOf`, needs its own event.
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
