import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { type MessageId, toGroupId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, hours, inMilliseconds, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { type Alert, REASONS } from "./candidates.ts";
import {
  countTries,
  deleteQueued,
  deleteShown,
  insertQueued,
  newestQueued,
  oldestQueued,
  type QueueRow,
  setDone,
  shownTo,
  untriedQueued,
} from "./rows.ts";

export const DELIVERY_JOB = "push-delivery";
export const RETRY_TIMER = "push-again";

/** What nobody could be told of for so long is not news any more. */
const PATIENCE = hours(4);
/** What the push service breaks at, while it is well with all else, is tried so often. */
const MOST_TRIES = 8;
const SHORTEST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 300_000;
/** A row takes only so much. */
const MOST_IN_A_ROW = 10_000;

/** Something that waits to be told to devices: of a message, or that they are to take back what they show. */
export interface Entry extends Omit<QueueRow, "alerts" | "done"> {
  /** Those that have not been seen to. */
  readonly alerts: readonly Alert[];
  readonly done: number;
}

const readAlerts = stored(
  "push_queue.alerts",
  v.array(
    v.tuple([
      v.pipe(v.number(), v.transform(toUserId)),
      v.number(),
      v.picklist(REASONS),
      v.nullable(v.pipe(v.number(), v.transform(toGroupId))),
    ]),
  ),
  () => [],
);

function read({ alerts, ...row }: QueueRow): Entry {
  const rest = readAlerts(alerts, row.id).slice(row.done);
  return { ...row, alerts: rest.map(([user, forms, reason, group]) => ({ user, forms, reason, group })) };
}

/**
 * Has devices told, after the change: a row for all of them. One job works off the queue: where something waits that
 * has not been tried in vain, it is at work, or waits itself for a service that is away.
 */
export function enqueue(realm: Realm, message: MessageId | null, alerts: readonly Alert[]): void {
  if (alerts.length === 0) return;
  const isWatched = hasUntried(realm);
  for (let at = 0; at < alerts.length; at += MOST_IN_A_ROW) {
    const some = alerts.slice(at, at + MOST_IN_A_ROW);
    const id = add(realm, { message_id: message, alerts: some, tries: 0, queued_at: realm.seconds() });
    const tooOld = oldestQueued.first(realm.sql, { last: id - limits.organization.queued_pushes });
    if (tooOld !== undefined) drop(realm, read(tooOld));
  }
  if (!isWatched) realm.outbox.add(DELIVERY_JOB, {});
}

/** Goes on with what waits, if something does: at once. */
export function resume(realm: Realm): void {
  if (newestEntry(realm) > 0) realm.outbox.add(DELIVERY_JOB, {});
}

/** Goes on later: after as long as the oldest entry has been waiting already, but not after very long. */
export function resumeLater(realm: Realm): Milliseconds {
  const oldest = oldestQueued.first(realm.sql, { last: newestEntry(realm) });
  const now = realm.clock.milliseconds();
  const waited = oldest === undefined ? 0 : now - inMilliseconds(oldest.queued_at);
  const afterMs = milliseconds(Math.min(Math.max(waited, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS));
  realm.timers.set(RETRY_TIMER, after(now, afterMs));
  return afterMs;
}

function add(realm: Realm, { message_id: message, alerts, tries, queued_at }: Omit<Entry, "id" | "done">): number {
  const packed = alerts.map(({ user, forms, reason, group }) => [user, forms, reason, group]);
  return insertQueued.one(realm.sql, { message, alerts: JSON.stringify(packed), tries, queued_at }).id;
}

/** The newest entry; 0 where there is none. */
export const newestEntry = (realm: Realm): number => newestQueued.one(realm.sql, {}).id ?? 0;

/** Whether something waits that has not been tried, or not in vain while the service was well. */
export const hasUntried = (realm: Realm): boolean => untriedQueued.first(realm.sql, {}) !== undefined;

/** The first entry that is worth telling still, of those that were there up to one. */
export function nextEntry(realm: Realm, last: number): Entry | undefined {
  for (;;) {
    const row = oldestQueued.first(realm.sql, { last });
    if (row === undefined) return undefined;
    const entry = read(row);
    if (entry.tries <= MOST_TRIES && entry.queued_at >= before(realm.seconds(), PATIENCE)) return entry;
    drop(realm, entry);
  }
}

/** Writes down how many alerts of an entry have been seen to, and which are to be once more, behind all others. */
export function advance(realm: Realm, entry: Entry, count: number, again: readonly Alert[]): number | undefined {
  if (count < entry.alerts.length) setDone.run(realm.sql, { id: entry.id, done: entry.done + count });
  else deleteQueued.run(realm.sql, { id: entry.id });
  return again.length === 0 ? undefined : add(realm, { ...entry, alerts: again });
}

/** The push service broke at some entries while it was well with others. */
export const blame = (realm: Realm, entries: readonly number[]): void =>
  countTries.run(realm.sql, { ids: JSON.stringify(entries) });

function drop(realm: Realm, entry: Entry): void {
  deleteQueued.run(realm.sql, { id: entry.id });
  if (entry.message_id !== null) return;
  for (const { user } of entry.alerts) forgetShown(realm, user, withdrawnFrom(realm, user));
}

/** What somebody's devices are to take back. */
export const withdrawnFrom = (realm: Realm, user: UserId): MessageId[] =>
  shownTo.all(realm.sql, { user }).flatMap(({ message_id, withdrawn }) => (withdrawn === 1 ? [message_id] : []));

export function forgetShown(realm: Realm, user: UserId, messages: readonly MessageId[]): void {
  if (messages.length > 0) deleteShown.run(realm.sql, { user, ids: JSON.stringify(messages) });
}
