import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { entryOf } from "../../../../util/collections.ts";
import type { Viewer } from "../../../channels/channels/access.ts";
import { listeners } from "../../../channels/channels/audience.ts";
import { allTheChannels, covers, isSubscribed, receivedIn } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { roleOf } from "../../../organization/users/audience.ts";
import { readerOf } from "./access.ts";
import { selectFlagsOfMessages } from "./change-rows.ts";

/** Which of some messages each user is told of; users without any are left out. */
export type Watchers = ReadonlyMap<UserId, readonly MessageId[]>;

/**
 * Of those who have a queue: who is told when messages of one conversation change (register-and-events.md 5.1). They
 * may read them, and received them, own them by a row, or are subscribed to their channel.
 */
export function watchersOf(realm: Realm, places: readonly MessageIndexRow[]): Watchers {
  const [first] = places;
  if (first === undefined) return new Map();
  const channel = allTheChannels(realm).byConversation.get(first.conversation_id);
  const owners = ownersOf(realm, places);
  const watchers = new Map<UserId, readonly MessageId[]>();
  const all = places.map(({ id }) => id);
  for (const user of listeners(realm)) {
    const isWatching = channel === undefined || isSubscribed(realm, user, channel.id);
    const spans = channel === undefined || isWatching ? [] : receivedIn(realm, user, channel.id);
    const owned = owners.get(user);
    if (!isWatching && spans.length === 0 && owned === undefined) continue;
    const isHeld = ({ id }: MessageIndexRow) =>
      isWatching || owned?.has(id) === true || spans.some((span) => covers(span, id));
    const reads = readerOf(realm, viewerOf(realm, user));
    const ids = places.filter((place) => isHeld(place) && reads(place)).map(({ id }) => id);
    if (ids.length > 0) watchers.set(user, ids.length === all.length ? all : ids);
  }
  return watchers;
}

/** The same of some of those messages. */
export function watchersAmong(
  watchers: Watchers,
  all: readonly MessageIndexRow[],
  some: readonly MessageIndexRow[],
): Watchers {
  if (some.length === all.length) return watchers;
  const ids = some.map(({ id }) => id);
  const wanted = new Set(ids);
  const parts = new Map<UserId, readonly MessageId[]>();
  for (const [user, own] of watchers) {
    const part = own.length === all.length ? ids : own.filter((id) => wanted.has(id));
    if (part.length > 0) parts.set(user, part);
  }
  return parts;
}

export const viewerOf = (realm: Realm, user: UserId): Viewer => ({ user_id: user, role: roleOf(realm, user) });

/** Who has rows for some messages, and for which. */
function ownersOf(realm: Realm, places: readonly MessageIndexRow[]): ReadonlyMap<UserId, ReadonlySet<MessageId>> {
  const owners = new Map<UserId, Set<MessageId>>();
  const ids = JSON.stringify(places.map(({ id }) => id));
  for (const { message_id, user_id } of selectFlagsOfMessages.all(realm.sql, { ids })) {
    entryOf(owners, user_id, () => new Set<MessageId>()).add(message_id);
  }
  return owners;
}

/** Users by what they hold: who holds the same sees the same event. */
export function watchersByMessages(
  watchers: Watchers,
): { readonly ids: readonly MessageId[]; readonly users: UserId[] }[] {
  // Most hold all there is, which is one list: it may be long.
  const names = new Map<readonly MessageId[], string>();
  const groups = Map.groupBy(watchers, ([, ids]) => entryOf(names, ids, () => ids.join()));
  return [...groups.values()].map((group) => ({ ids: group[0]?.[1] ?? [], users: group.map(([user]) => user) }));
}
