import { type MessageId, toMessageId, type UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type MessageIndexRow, placesOfMessages } from "../../conversations/conversations.ts";
import { unreadAmong } from "../messages/read-state/read-state-store.ts";
import { readerOf } from "../messages/store/access.ts";
import { viewerOf } from "../messages/store/message-watchers.ts";
import type { Alert } from "./candidates.ts";
import { deviceOwners } from "./owners.ts";
import { enqueue, withdrawnFrom } from "./queue.ts";
import { deleteOldestShown, insertShown, markWithdrawn, showing, shownTo, shownUsers } from "./rows.ts";

/** Notes that somebody's devices show a message, so that it can be taken back. */
export function noteShown(realm: Realm, user: UserId, message: MessageId): void {
  insertShown.run(realm.sql, { user, message });
  // What is older than so many others on somebody's devices has been cleared there by hand, or never will be.
  deleteOldestShown.run(realm.sql, { user, keep: limits.account.pushes_shown });
}

/** Somebody has read messages, or all there is (null): what their devices show of them is taken back. */
export function withdrawRead(realm: Realm, user: UserId, messages: readonly MessageId[] | null): void {
  const shown = shownTo.all(realm.sql, { user }).flatMap((row) => (row.withdrawn === 0 ? [row.message_id] : []));
  if (shown.length === 0) return;
  const read = messages === null ? null : new Set(messages);
  withdraw(realm, new Map([[user, shown.filter((id) => read === null || read.has(id))]]));
}

/** Whose devices show something. */
export const whoAreShown = (realm: Realm): UserId[] =>
  realm.config.pushService === null ? [] : shownUsers.all(realm.sql, {}).map(({ user_id }) => user_id);

/** Messages are gone: what devices show of them is taken back. */
export const withdrawEverywhere = (realm: Realm, messages: readonly MessageId[]): void =>
  withdraw(realm, shownOf(realm, messages));

/** Messages have been moved: devices take back what is not for their owners to read any more. */
export function withdrawMoved(realm: Realm, messages: readonly MessageId[]): void {
  const shown = shownOf(realm, messages);
  if (shown.size === 0) return;
  const places = new Map(placesOfMessages(realm, messages).map((place) => [place.id, place]));
  const isNews = (user: UserId, id: MessageId) => {
    const place = places.get(id);
    return place !== undefined && isUnreadBy(realm, user, place);
  };
  withdraw(realm, new Map([...shown].map(([user, ids]) => [user, ids.filter((id) => !isNews(user, id))])));
}

/** Whether somebody may read a message, and has not. */
export const isUnreadBy = (realm: Realm, user: UserId, place: MessageIndexRow): boolean =>
  readerOf(realm, viewerOf(realm, user))(place) && unreadAmong(realm, user, place.conversation_id, [place]).length > 0;

function shownOf(realm: Realm, messages: readonly MessageId[]): Map<UserId, MessageId[]> {
  const rows = showing.all(realm.sql, { ids: JSON.stringify(messages) });
  const users = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...users].map(([user, some]) => [user, some.map(({ message_id }) => toMessageId(message_id))]));
}

/** One entry for all who have none waiting: what else they read until it is sent goes along with it. */
function withdraw(realm: Realm, shown: ReadonlyMap<UserId, readonly MessageId[]>): void {
  if (realm.config.pushService === null) return;
  const owners = deviceOwners(realm);
  const alerts: Alert[] = [];
  for (const [user, ids] of shown) {
    if (ids.length === 0) continue;
    const isWaiting = withdrawnFrom(realm, user).length > 0;
    markWithdrawn.run(realm.sql, { user, ids: JSON.stringify(ids) });
    if (!isWaiting) alerts.push({ user, forms: owners.get(user) ?? 0, reason: "withdrawal", group: null });
  }
  enqueue(realm, null, alerts);
}
