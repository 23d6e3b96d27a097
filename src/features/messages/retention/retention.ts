import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, DAY_MS, type Milliseconds } from "../../../util/time.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { directPlacesBetween, oldestPlacesIn } from "../../conversations/changes.ts";
import { deleteMessages } from "../deletion/deletion.ts";
import { waitsForTexts } from "../deletion/needed-texts.ts";
import { deletableAtOnce, MOST_AT_ONCE, MOST_SEARCHED, PAUSE_MS, waitBeforeDeleting } from "../deletion/steps.ts";
import { countExpired, noteExpired } from "./note-expired.ts";
import { firstKept, hasRetentionPeriod } from "./periods.ts";
import { selectDirectsGone, updateDirectsGone } from "./rows.ts";

export const RETENTION_TIMER = "retention";

/** Whether a step was due that waits for texts. */
const waitingKey = cacheKey<true>("expiry-waits-for-texts");

/** Schedules the daily deletion, from a day later on: a period that was set by mistake can be taken back until then. */
export function scheduleExpiry(realm: Realm): void {
  if (hasRetentionPeriod(realm)) realm.timers.setSooner(RETENTION_TIMER, after(realm.clock.milliseconds(), DAY_MS));
}

/**
 * The timer's work: deletes some of the messages that are too old, and sets the timer for the next step, until none is
 * left. Each step is a change of its own, and finds its messages anew, so that a crash loses nothing.
 */
export function deleteExpired(realm: Realm): void {
  realm.forget(waitingKey);
  if (!hasRetentionPeriod(realm)) {
    noteExpired(realm, { isOver: true });
    return;
  }
  const goOnAfter = (wait: Milliseconds) => realm.timers.set(RETENTION_TIMER, after(realm.clock.milliseconds(), wait));
  const wait = waitBeforeDeleting(realm);
  const isOver = wait === null && !expireChannel(realm) && !expireDirects(realm);
  noteExpired(realm, { isOver });
  goOnAfter(wait ?? (isOver ? DAY_MS : PAUSE_MS));
  if (waitsForTexts(realm)) realm.cached(waitingKey, () => true);
}

/** Goes on when texts are there, if a step waits for them: those of another deletion do not make one due. */
export function goOnExpiring(realm: Realm): void {
  if (realm.peek(waitingKey) !== true) return;
  deleteExpired(realm);
}

/** Deletes the oldest messages of the first channel that has expired ones; returns whether there was one. */
function expireChannel(realm: Realm): boolean {
  const first = firstKept(realm);
  for (const channel of channelIndex(realm).byId.values()) {
    const before = first(channel);
    if (before === null || channel.first_message_id === null || channel.first_message_id >= before) continue;
    const places = oldestPlacesIn(realm, channel.conversation_id, before, MOST_AT_ONCE);
    if (places.length === 0) continue;
    const wanted = deletableAtOnce(realm, places, ({ topic_id }) => topic_id);
    deleteMessages(realm, wanted);
    countExpired(realm, channel.id, wanted.length);
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
  countExpired(realm, null, places.length);
  const isAll = found.length < MOST_AT_ONCE && places.length === found.length;
  updateDirectsGone.run(realm.sql, { id: isAll ? last : (places.at(-1)?.id ?? gone) });
  return true;
}
