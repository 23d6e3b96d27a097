import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import { type MessageId, toGroupId, toUserId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, hours, inMilliseconds, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { type Candidate, PUSH_REASONS, PushKind } from "./candidates.ts";
import type { QueueRow } from "./rows.ts";
import * as rows from "./rows.ts";

export const DELIVERY_JOB = "push-delivery";
export const RETRY_TIMER = "push-again";

/** Entries that couldn't be sent for this long are dropped. */
const MAX_WAIT = hours(4);
const MIN_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 300_000;
/** Candidates per row of the queue, because the size of a row is limited. */
const MAX_IN_A_ROW = 10_000;
/** Limits on entries sent together: how many, and how many candidates they can have before no more are added. */
const MAX_TOGETHER = 20;
const MAX_CANDIDATES_TOGETHER = 500;

/** Pushes waiting to be sent: notifications about a message, or removals of notifications if there is no message. */
export interface QueueEntry extends Omit<QueueRow, "alerts" | "done"> {
  /** Candidates whose pushes haven't been sent yet. */
  readonly candidates: readonly Candidate[];
  /** Number of earlier candidates, whose pushes have been sent already. */
  readonly done: number;
}

const readCandidates = stored(
  "push_queue.alerts",
  v.array(
    v.tuple([
      v.pipe(v.number(), v.transform(toUserId)),
      v.number(),
      v.picklist(PUSH_REASONS),
      v.nullable(v.pipe(v.number(), v.transform(toGroupId))),
      v.optional(v.array(v.number())),
    ]),
  ),
  () => [],
);

function parseQueueRow({ alerts, ...row }: QueueRow): QueueEntry {
  const rest = readCandidates(alerts, row.id).slice(row.done);
  return {
    ...row,
    candidates: rest.map(([user, kinds, reason, group, browsers]) => ({ user, kinds, reason, group, browsers })),
  };
}

/**
 * Parameters of the delivery job. With `browsers_from`, it sends only to browsers, from that entry on, while the push
 * service is unavailable.
 */
export const deliverySchema = v.object({ browsers_from: v.optional(v.number()) });

/**
 * Queues pushes for candidates, to be sent after the current change. One job sends everything in the queue. While the
 * queue has an untried entry, the job is in the outbox or waiting for its retry timer.
 */
export function enqueue(realm: Realm, message: MessageId | null, candidates: readonly Candidate[]): void {
  if (candidates.length === 0) return;
  const hasJob = hasUntried(realm);
  let first: number | undefined;
  for (let at = 0; at < candidates.length; at += MAX_IN_A_ROW) {
    const some = candidates.slice(at, at + MAX_IN_A_ROW);
    const id = add(realm, { message_id: message, candidates: some, tries: 0, queued_at: realm.seconds() });
    first ??= id;
    const tooOld = rows.oldestQueued.first(realm.sql, { last: id - limits.organization.queued_pushes });
    if (tooOld !== undefined) drop(realm, parseQueueRow(tooOld));
  }
  if (!hasJob) realm.outbox.add(DELIVERY_JOB, {});
  else if (candidates.some(isForBrowsers) && realm.outbox.waiting(DELIVERY_JOB) === 0) resumeForBrowsers(realm, first);
}

const isForBrowsers = ({ kinds }: Candidate) => (kinds & PushKind.web) !== 0;

/** Starts the delivery job immediately for the browser pushes of an entry and all later ones. */
export const resumeForBrowsers = (realm: Realm, browsers_from: number | undefined): void =>
  realm.outbox.add(DELIVERY_JOB, { browsers_from });

/** Starts the delivery job immediately, unless the queue is empty. */
export function resumeDelivery(realm: Realm): void {
  if (newestEntry(realm) > 0) realm.outbox.add(DELIVERY_JOB, {});
}

/**
 * Starts the delivery job later, and returns the delay. The delay is the time the oldest entry has waited for the push
 * service, within limits. If no entry waits for it, the job starts when the first failed entry is due.
 */
export function resumeDeliveryLater(realm: Realm): Milliseconds {
  const now = realm.clock.milliseconds();
  const waiting = firstUntried(realm);
  const pause =
    waiting === undefined
      ? inMilliseconds(rows.nextRetry.one(realm.sql, {}).at ?? realm.seconds()) - now
      : Math.min(now - inMilliseconds(waiting.queued_at), MAX_PAUSE_MS);
  const afterMs = milliseconds(Math.max(pause, MIN_PAUSE_MS));
  realm.timers.set(RETRY_TIMER, after(now, afterMs));
  return afterMs;
}

function add(
  realm: Realm,
  { message_id: message, candidates, tries, queued_at }: Omit<QueueEntry, "id" | "done">,
): number {
  const packed = candidates.map(({ user, kinds, reason, group, browsers }) => [
    ...[user, kinds, reason, group],
    ...(browsers === undefined ? [] : [browsers]),
  ]);
  return rows.insertQueued.one(realm.sql, { message, alerts: JSON.stringify(packed), tries, queued_at }).id;
}

/** Returns the id of the newest entry, or 0 if the queue is empty. */
export const newestEntry = (realm: Realm): number => rows.newestQueued.one(realm.sql, {}).id ?? 0;

const firstUntried = (realm: Realm) => rows.oldestUntried.first(realm.sql, { after: 0 });

/** True if the queue has an entry that hasn't failed while other pushes were delivered. */
export const hasUntried = (realm: Realm): boolean => firstUntried(realm) !== undefined;

interface Wanted {
  readonly without: ReadonlySet<number>;
  /** If set, returns only entries with browser pushes, from this one on. */
  readonly browsersFrom?: number | undefined;
}

/**
 * Returns the oldest entries, as many as can be sent together. Entries that failed before come last, one at a time, so
 * that they can't make others fail. Pushes to a user's browsers never overtake each other, because a later one replaces
 * an earlier one.
 */
export function nextEntries(realm: Realm, wanted: Wanted): QueueEntry[] {
  const entries: QueueEntry[] = [];
  const users = new Set<UserId>();
  for (const entry of entriesOf(realm, rows.oldestUntried, wanted)) {
    const named = entry.candidates.filter(isForBrowsers).map(({ user }) => user);
    if (named.some((user) => users.has(user))) break;
    entries.push(entry);
    if (entries.length === MAX_TOGETHER || entry.candidates.length >= MAX_CANDIDATES_TOGETHER) break;
    for (const user of named) users.add(user);
  }
  if (entries.length > 0) return entries;
  for (const entry of entriesOf(realm, rows.oldestRetried, wanted)) return [entry];
  return [];
}

function* entriesOf(realm: Realm, oldest: typeof rows.oldestRetried, { without, browsersFrom }: Wanted) {
  for (let after = (browsersFrom ?? 1) - 1; ; ) {
    const entry = nextEntry(realm, oldest, after);
    if (entry === undefined) return;
    after = entry.id;
    if (!without.has(after) && (browsersFrom === undefined || entry.candidates.some(isForBrowsers))) yield entry;
  }
}

/** Returns the oldest entry of a kind after an id. Drops entries that are too old. */
function nextEntry(realm: Realm, oldest: typeof rows.oldestRetried, after: number): QueueEntry | undefined {
  for (;;) {
    const row = oldest.first(realm.sql, { after, now: realm.seconds() });
    if (row === undefined) return undefined;
    const entry = parseQueueRow(row);
    if (entry.queued_at >= before(realm.seconds(), MAX_WAIT)) return entry;
    drop(realm, entry);
  }
}

/**
 * Records that the pushes for the first candidates of an entry were sent. Candidates whose pushes were lost get a new
 * entry at the end of the queue, whose id is returned.
 */
export function advanceEntry(
  realm: Realm,
  entry: QueueEntry,
  count: number,
  lost: readonly Candidate[],
): number | undefined {
  if (count < entry.candidates.length) rows.setDone.run(realm.sql, { id: entry.id, done: entry.done + count });
  else rows.deleteQueued.run(realm.sql, { id: entry.id });
  return lost.length === 0 ? undefined : add(realm, { ...entry, candidates: lost });
}

/** Counts a failure for entries that failed while other pushes were delivered. */
export function recordFailures(realm: Realm, entries: readonly number[]): void {
  if (entries.length > 0) rows.countTries.run(realm.sql, { ids: JSON.stringify(entries) });
}

function drop(realm: Realm, entry: QueueEntry): void {
  rows.deleteQueued.run(realm.sql, { id: entry.id });
  if (entry.message_id !== null) return;
  for (const { user } of entry.candidates) forgetShown(realm, user, pendingRemovals(realm, user));
}

/**
 * Returns the services that send pushes, and how many pushes are waiting. Pushes are sent immediately, and wait only
 * while a service fails.
 */
export function pushHealth(realm: Realm) {
  const { waiting, since } = rows.queuedSince.one(realm.sql, {});
  return {
    service: realm.config.pushService !== null,
    browsers: realm.config.webPushHosts.length > 0,
    waiting,
    ...(since !== null && { waiting_since: since }),
  };
}

/** Returns the messages whose notifications a user's devices still have to remove. */
export const pendingRemovals = (realm: Realm, user: UserId): MessageId[] =>
  rows.shownTo.all(realm.sql, { user }).flatMap(({ message_id, withdrawn }) => (withdrawn === 1 ? [message_id] : []));

/** Returns the messages whose notifications a user's devices may still show. */
export const stillShown = (realm: Realm, user: UserId): MessageId[] =>
  rows.shownTo.all(realm.sql, { user }).flatMap(({ message_id, withdrawn }) => (withdrawn === 0 ? [message_id] : []));

export function forgetShown(realm: Realm, user: UserId, messages: readonly MessageId[]): void {
  if (messages.length > 0) rows.deleteShown.run(realm.sql, { user, ids: JSON.stringify(messages) });
}
