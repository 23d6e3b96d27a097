import { type NoParams, statement } from "../../../database/statement.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { type ChannelId, toChannelId } from "../../../protocol/ids.ts";
import { cacheKey, hook, type Realm } from "../../../realm/realm.ts";
import { after, before, DAY_MS, days, type Milliseconds } from "../../../util/time.ts";
import { type Channel, channelEntity, channelIndex } from "../../channels/channels/channels.ts";
import { firstSince } from "../../conversations/calendar.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { directPlacesBetween, placesAfter } from "../../conversations/message-places.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { audit, organizationEntity } from "../../trust/audit-log/audit.ts";
import { deleteMessages } from "../message-deletion/message-deletion.ts";
import { waitsForTexts, withoutLostTexts } from "../message-deletion/needed-texts.ts";
import {
  deletableAtOnce,
  MAX_AT_ONCE,
  MAX_SEARCHED,
  STEP_INTERVAL_MS,
  waitBeforeDeleting,
} from "../message-deletion/steps.ts";

const FOR_EVER = -1;

/**
 * Returns how many days the messages of a channel are kept, or direct ones if `channel` is undefined
 * (channels-topics.md 7).
 */
const daysKept = (realm: Realm, channel?: Channel): number =>
  channel?.message_retention_days ?? realmSettings(realm).message_retention_days;

const hasRetentionPeriod = (realm: Realm): boolean =>
  daysKept(realm) !== FOR_EVER ||
  [...channelIndex(realm).byId.values()].some((channel) => daysKept(realm, channel) !== FOR_EVER);

/**
 * Returns a function that finds the first message to keep in a channel, or among direct messages. The function returns
 * null if all are kept.
 */
function firstKept(realm: Realm): (channel?: Channel) => number | null {
  const known = new Map<number, number>();
  return (channel) => {
    const kept = daysKept(realm, channel);
    if (kept === FOR_EVER) return null;
    const first = known.get(kept) ?? firstSince(realm, before(realm.seconds(), days(kept)));
    known.set(kept, first);
    return first;
  };
}

export const schema = [
  `-- The id up to which all direct messages are deleted. Channel messages with lower ids may be kept forever.
   CREATE TABLE retention (directs_gone INTEGER NOT NULL) STRICT;
   INSERT INTO retention (directs_gone) VALUES (0);`,
  `-- Deletions that aren't in the audit log yet. channel is 0 for direct messages, and day is a UTC day.
   CREATE TABLE retention_counts (
     channel INTEGER NOT NULL,
     day TEXT NOT NULL,
     count INTEGER NOT NULL,
     PRIMARY KEY (channel, day)
   ) STRICT;`,
];

const selectDirectsGone = statement<NoParams, { id: number }>("SELECT directs_gone AS id FROM retention");
const updateDirectsGone = statement<{ id: number }>("UPDATE retention SET directs_gone = :id");

type CountRow = {
  readonly channel: number;
  readonly day: string;
  readonly count: number;
};

const addCount = statement<CountRow>(
  `INSERT INTO retention_counts (channel, day, count) VALUES (:channel, :day, :count)
   ON CONFLICT (channel, day) DO UPDATE SET count = count + excluded.count`,
);
/** Removes and returns the counts of all days except `but`, or of all days if `but` is null. */
const takeCounts = statement<{ but: string | null }, CountRow>(
  "DELETE FROM retention_counts WHERE :but IS NULL OR day <> :but RETURNING channel, day, count",
);

/** Returns how many expiring messages will stay stored but hidden, or null if the actor must not know. */
export const keptAnywayHook = hook<[actor: Actor, places: readonly MessageIndexRow[]], number | null>("kept anyway");

const DIRECTS = 0;

/** Returns the UTC date in the form 2026-11-21. */
const today = (realm: Realm): string => new Date(realm.clock.milliseconds()).toISOString().slice(0, 10);

/** Counts expired messages for the audit log, because one entry per message would fill it. */
function countExpired(realm: Realm, channel: ChannelId | null, count: number): void {
  if (count > 0) addCount.run(realm.sql, { channel: channel ?? DIRECTS, day: today(realm), count });
}

/**
 * Adds deletions to the audit log: one entry per channel and day, once nothing is left to delete or the day has ended.
 */
function noteExpired(realm: Realm, { isOver }: { readonly isOver: boolean }): void {
  for (const { channel, day, count } of takeCounts.all(realm.sql, { but: isOver ? null : today(realm) })) {
    const found = channel === DIRECTS ? undefined : channelIndex(realm).byId.get(toChannelId(channel));
    const of = found === undefined ? organizationEntity(realm) : channelEntity(found);
    const which = found === undefined ? { what: "direct messages" } : {};
    audit(realm, "message.deleted_by_retention", { of, details: { messages: count, day, ...which } });
  }
}

export const RETENTION_TIMER = "retention";

/** Set if a step was due and is waiting for texts. */
const waitingKey = cacheKey<true>("expiry-waits-for-texts");

/**
 * Schedules the daily deletion, starting a day from now. A change postpones a deletion that is due sooner, so that
 * there is time to undo a period set by mistake.
 */
export function scheduleExpiry(realm: Realm, { isNew }: { readonly isNew: boolean }): void {
  if (!hasRetentionPeriod(realm)) return;
  const tomorrow = after(realm.clock.milliseconds(), DAY_MS);
  if (isNew) realm.timers.setSooner(RETENTION_TIMER, tomorrow);
  else {
    realm.timers.set(RETENTION_TIMER, tomorrow);
    realm.forget(waitingKey);
  }
}

/**
 * Runs on the timer: deletes a batch of expired messages, and sets the timer for the next step until none is left. Each
 * step is a separate change and searches again, so that a crash loses nothing.
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
  goOnAfter(wait ?? (isOver ? DAY_MS : STEP_INTERVAL_MS));
  if (waitsForTexts(realm)) realm.cached(waitingKey, () => true);
}

/** Resumes a waiting step when texts have arrived. Texts for another deletion don't make a step due. */
export function goOnExpiring(realm: Realm): void {
  if (realm.peek(waitingKey) !== true) return;
  deleteExpired(realm);
}

/** Deletes the oldest messages of the first channel that has expired ones. Returns whether there was such a channel. */
function expireChannel(realm: Realm): boolean {
  const first = firstKept(realm);
  for (const channel of channelIndex(realm).byId.values()) {
    const before = first(channel);
    if (before === null || channel.first_message_id === null || channel.first_message_id >= before) continue;
    const places = oldestWithTexts(realm, channel, before);
    if (places.length === 0) continue;
    const wanted = deletableAtOnce(realm, places, ({ topic_id }) => topic_id);
    deleteMessages(realm, wanted);
    countExpired(realm, channel.id, wanted.length);
    return true;
  }
  return false;
}

/** Returns a channel's oldest messages before an id, except those whose needed texts D1 has lost. */
function oldestWithTexts(realm: Realm, { conversation_id }: Channel, before: number): readonly MessageIndexRow[] {
  for (let after = 0; ; ) {
    const found = placesAfter(realm, conversation_id, { after, last: before - 1, most: MAX_AT_ONCE });
    const places = withoutLostTexts(realm, found);
    if (places.length > 0 || found.length < MAX_AT_ONCE) return places;
    after = found.at(-1)?.id ?? before;
  }
}

/** Set while direct messages are skipped because D1 lacks their texts. All others up to this id have been deleted. */
const passedKey = cacheKey<{ id: number }>("directs passed");

/** Deletes the oldest expired direct messages. Returns whether messages were left to search. */
function expireDirects(realm: Realm): boolean {
  const before = firstKept(realm)();
  const passed = realm.peek(passedKey);
  const gone = passed?.id ?? selectDirectsGone.one(realm.sql, {}).id;
  if (before === null || gone + 1 >= before) {
    realm.forget(passedKey);
    return false;
  }
  const last = Math.min(before - 1, gone + MAX_SEARCHED);
  const found = directPlacesBetween(realm, [gone + 1, last], MAX_AT_ONCE);
  const wanted = withoutLostTexts(realm, found);
  const places = deletableAtOnce(realm, wanted, ({ conversation_id }) => conversation_id);
  for (const some of Map.groupBy(places, ({ conversation_id }) => conversation_id).values())
    deleteMessages(realm, some);
  countExpired(realm, null, places.length);
  const end = wanted.length === 0 ? (found.at(-1)?.id ?? last) : (places.at(-1)?.id ?? gone);
  const left = found.find((place, index) => place !== wanted[index])?.id ?? Number.POSITIVE_INFINITY;
  if (passed !== undefined) passed.id = end;
  else {
    updateDirectsGone.run(realm.sql, { id: Math.min(end, left - 1) });
    if (left <= end) realm.cached(passedKey, () => ({ id: end }));
  }
  return true;
}
