import type { Realm } from "../../../realm/realm.ts";
import { after, DAY_MS, MINUTE_MS, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { channelIndex, usersWithQueues } from "../../channels/channels/public.ts";
import { directPlacesBetween, type MessageIndexRow, oldestPlacesIn } from "../../conversations/public.ts";
import { isDeactivated } from "../../organization/realm/public.ts";
import { deleteMessages } from "../deletion/public.ts";
import { removableAtOnce } from "../messages/public.ts";
import { firstKept, hasRetentionPeriod } from "./periods.ts";
import { selectDirectsGone, updateDirectsGone } from "./rows.ts";

export const RETENTION_TIMER = "retention";

/** Between two steps, the realm serves other requests. */
const PAUSE_MS = milliseconds(50);
/** While D1 is unavailable, no more messages are deleted, so that its deletions do not pile up. */
const WAIT_MS = MINUTE_MS;

/** The most messages that one change deletes. */
const MOST_AT_ONCE = 1000;
/** The most messages among which one change looks for direct messages. */
const MOST_SEARCHED = 50_000;
/** The most events that one change sends: one for each topic and user with a queue. */
const MOST_EVENTS = 10_000;

/** Schedules the daily deletion, from a day later on: a period that was set by mistake can be taken back until then. */
export function scheduleExpiry(realm: Realm): void {
  if (hasRetentionPeriod(realm)) realm.timers.setSooner(RETENTION_TIMER, after(realm.clock.milliseconds(), DAY_MS));
}

/**
 * The timer's work: deletes some of the messages that are too old, and sets the timer for the next step, until none is
 * left. Each step is a change of its own, and finds its messages anew, so that a crash loses nothing.
 */
export function deleteExpired(realm: Realm): void {
  if (!hasRetentionPeriod(realm)) return;
  const goOnAfter = (wait: Milliseconds) => realm.timers.set(RETENTION_TIMER, after(realm.clock.milliseconds(), wait));
  // A deactivated organization keeps its messages: nobody could change its retention periods.
  if (isDeactivated(realm)) goOnAfter(DAY_MS);
  else if (realm.shipper.lag.failures > 0) goOnAfter(WAIT_MS);
  else goOnAfter(expireChannel(realm) || expireDirects(realm) ? PAUSE_MS : DAY_MS);
}

/** Deletes the oldest messages of the first channel that has expired ones; returns whether there was one. */
function expireChannel(realm: Realm): boolean {
  const first = firstKept(realm);
  for (const channel of channelIndex(realm).byId.values()) {
    const before = first(channel);
    if (before === null || channel.first_message_id === null || channel.first_message_id >= before) continue;
    const places = oldestPlacesIn(realm, channel.conversation_id, before, MOST_AT_ONCE);
    if (places.length === 0) continue;
    deleteMessages(
      realm,
      deletableAtOnce(realm, places, ({ topic_id }) => topic_id),
    );
    return true;
  }
  return false;
}

/** Deletes the oldest expired direct messages; returns whether messages were left to search. */
function expireDirects(realm: Realm): boolean {
  const before = firstKept(realm)();
  const { id: gone } = selectDirectsGone.one(realm.sql, {});
  if (before === null || gone + 1 >= before) return false;
  const last = Math.min(before - 1, gone + MOST_SEARCHED);
  const found = directPlacesBetween(realm, [gone + 1, last], MOST_AT_ONCE);
  const places = deletableAtOnce(realm, found, ({ conversation_id }) => conversation_id);
  for (const some of Map.groupBy(places, ({ conversation_id }) => conversation_id).values())
    deleteMessages(realm, some);
  const isAll = found.length < MOST_AT_ONCE && places.length === found.length;
  updateDirectsGone.run(realm.sql, { id: isAll ? last : (places.at(-1)?.id ?? gone) });
  return true;
}

/**
 * The first of some messages, as many as one change can delete. `partOf` gives the topic or conversation of a message:
 * each needs an event of its own, so there may not be too many.
 */
function deletableAtOnce(
  realm: Realm,
  places: readonly MessageIndexRow[],
  partOf: (place: MessageIndexRow) => number | null,
): readonly MessageIndexRow[] {
  const most = Math.max(1, Math.floor(MOST_EVENTS / (usersWithQueues(realm).size + 1)));
  const parts = new Set<number | null>();
  const end = places.findIndex((place) => parts.add(partOf(place)).size > most);
  return removableAtOnce(realm, end === -1 ? places : places.slice(0, end), "oldest");
}
