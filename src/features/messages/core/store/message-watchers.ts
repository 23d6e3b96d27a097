import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { entryOf } from "../../../../util/collections.ts";
import {
  type Channel,
  channelIndex,
  covers,
  formerReceiversOf,
  isSubscribed,
  receivedIn,
  subscribersOf,
} from "../../../channels/channels/channels.ts";
import { type MessageIndexRow, membersOfConversation } from "../../../conversations/conversations.ts";
import { viewerOf } from "../../../organization/accounts/audience.ts";
import { readerOf } from "./access.ts";
import { selectFlagsOfMessages } from "./change-rows.ts";

/** For each user, the messages whose changes are emitted to them. Users without any are left out. */
export type Watchers = ReadonlyMap<UserId, readonly MessageId[]>;

/**
 * Returns the users with a queue who receive changes to messages of one conversation (register-and-events.md 5.1). They
 * can read the messages, and have received them, have flags on them, or are subscribed to the channel.
 */
export function watchersOf(realm: Realm, places: readonly MessageIndexRow[]): Watchers {
  const [first] = places;
  if (first === undefined) return new Map();
  const channel = channelIndex(realm).byConversation.get(first.conversation_id);
  const flagged = flaggedBy(realm, places);
  const watchers = new Map<UserId, readonly MessageId[]>();
  const all = places.map(({ id }) => id);
  for (const user of usersConcerned(realm, { channel, places, flagged })) {
    const watchesAll = channel === undefined || isSubscribed(realm, user, channel.id);
    const spans = watchesAll ? [] : receivedIn(realm, user, channel.id);
    const withFlags = flagged.get(user);
    if (!watchesAll && spans.length === 0 && withFlags === undefined) continue;
    const isWatched = ({ id }: MessageIndexRow) =>
      watchesAll || withFlags?.has(id) === true || spans.some((span) => covers(span, id));
    const reads = readerOf(realm, viewerOf(realm, user));
    const ids = places.filter((place) => isWatched(place) && reads(place)).map(({ id }) => id);
    if (ids.length > 0) watchers.set(user, ids.length === all.length ? all : ids);
  }
  return watchers;
}

interface Concern {
  /** Undefined for a direct conversation. */
  readonly channel: Channel | undefined;
  readonly places: readonly MessageIndexRow[];
  readonly flagged: ReadonlyMap<UserId, unknown>;
}

/** Returns the users with a queue who may watch messages, without querying the database for everyone who is online. */
function usersConcerned(realm: Realm, { channel, places, flagged }: Concern): UserId[] {
  if (channel === undefined) {
    const members = places[0] === undefined ? [] : membersOfConversation(realm, places[0].conversation_id);
    return members.filter((user) => realm.queues.listens(user));
  }
  const ids = places.map(({ id }) => id);
  const subscribers = subscribersOf(realm, channel.id);
  const former = new Set(formerReceiversOf(realm, channel.id, Math.min(...ids), Math.max(...ids)));
  return [...realm.queues.users()].filter((user) => subscribers.has(user) || flagged.has(user) || former.has(user));
}

/** Restricts the watchers of the messages `all` to their subset `some`. */
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

function flaggedBy(realm: Realm, places: readonly MessageIndexRow[]): ReadonlyMap<UserId, ReadonlySet<MessageId>> {
  const flagged = new Map<UserId, Set<MessageId>>();
  const ids = JSON.stringify(places.map(({ id }) => id));
  for (const { message_id, user_id } of selectFlagsOfMessages.all(realm.sql, { ids })) {
    entryOf(flagged, user_id, () => new Set<MessageId>()).add(message_id);
  }
  return flagged;
}

/** Groups watchers by their messages, because those who watch the same messages get the same event. */
export function watchersByMessages(
  watchers: Watchers,
): { readonly ids: readonly MessageId[]; readonly users: UserId[] }[] {
  // Most users watch all messages and share one list, which may be long, so it is joined only once.
  const names = new Map<readonly MessageId[], string>();
  const groups = Map.groupBy(watchers, ([, ids]) => entryOf(names, ids, () => ids.join()));
  return [...groups.values()].map((group) => ({ ids: group[0]?.[1] ?? [], users: group.map(([user]) => user) }));
}
