import { type MessageId, toMessageId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type MessageIndexRow, placesOfMessages } from "../../conversations/conversations.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { unreadAmong } from "../core/read-state/read-state-store.ts";
import { readerOf } from "../core/store/access.ts";
import { type Candidate, deviceOwners, PushKind } from "./candidates.ts";
import { enqueue, pendingRemovals, stillShown } from "./queue.ts";
import { deleteOldestShown, insertShown, markForRemoval, showing, shownTo, shownUsers } from "./rows.ts";

/** Records that a user's devices show a notification about a message, so that it can be removed later. */
export function recordShown(realm: Realm, user: UserId, message: MessageId): void {
  insertShown.run(realm.sql, { user, message });
  // Older notifications have been dismissed by hand, or never will be.
  deleteOldestShown.run(realm.sql, { user, keep: limits.account.pushes_shown });
}

/** Queues the removal of notifications about messages a user has read, or about all messages if `messages` is null. */
export function removeRead(realm: Realm, user: UserId, messages: readonly MessageId[] | null): void {
  const shown = shownTo.all(realm.sql, { user }).flatMap((row) => (row.withdrawn === 0 ? [row.message_id] : []));
  if (shown.length === 0) return;
  const read = messages === null ? null : new Set(messages);
  queueRemovals(realm, new Map([[user, shown.filter((id) => read === null || read.has(id))]]));
}

/** Queues a missed-call notice for browsers that may show the call as ringing. */
export function tellMissed(realm: Realm, user: UserId, message: MessageId): void {
  const kinds = (deviceOwners(realm).get(user) ?? 0) & PushKind.web;
  if (kinds === 0 || !stillShown(realm, user).includes(message)) return;
  enqueue(realm, message, [{ user, kinds, reason: "missed_call", group: null }]);
}

export const usersShown = (realm: Realm): UserId[] =>
  deviceOwners(realm).size === 0 ? [] : shownUsers.all(realm.sql, {}).map(({ user_id }) => user_id);

export const removeDeleted = (realm: Realm, messages: readonly MessageId[]): void =>
  queueRemovals(realm, shownOf(realm, messages));

/** Queues the removal of notifications about moved messages from the devices of users who can no longer read them. */
export function removeMoved(realm: Realm, messages: readonly MessageId[]): void {
  const shown = shownOf(realm, messages);
  if (shown.size === 0) return;
  const places = new Map(placesOfMessages(realm, messages).map((place) => [place.id, place]));
  const isStillUnread = (user: UserId, id: MessageId) => {
    const place = places.get(id);
    return place !== undefined && isUnreadBy(realm, user, place);
  };
  queueRemovals(realm, new Map([...shown].map(([user, ids]) => [user, ids.filter((id) => !isStillUnread(user, id))])));
}

export const isUnreadBy = (realm: Realm, user: UserId, place: MessageIndexRow): boolean =>
  readerOf(realm, viewerOf(realm, user))(place) && unreadAmong(realm, user, place.conversation_id, [place]).length > 0;

function shownOf(realm: Realm, messages: readonly MessageId[]): Map<UserId, MessageId[]> {
  const rows = showing.all(realm.sql, { ids: JSON.stringify(messages) });
  const users = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...users].map(([user, some]) => [user, some.map(({ message_id }) => toMessageId(message_id))]));
}

/**
 * Marks notifications for removal, and queues a removal for users who have none in the queue. When it is sent, it
 * includes everything marked for those users by then.
 */
function queueRemovals(realm: Realm, shown: ReadonlyMap<UserId, readonly MessageId[]>): void {
  const owners = deviceOwners(realm);
  if (owners.size === 0) return;
  const candidates: Candidate[] = [];
  for (const [user, ids] of shown) {
    if (ids.length === 0) continue;
    const isQueued = pendingRemovals(realm, user).length > 0;
    markForRemoval.run(realm.sql, { user, ids: JSON.stringify(ids) });
    if (!isQueued) candidates.push({ user, kinds: owners.get(user) ?? 0, reason: "withdrawal", group: null });
  }
  enqueue(realm, null, candidates);
}
