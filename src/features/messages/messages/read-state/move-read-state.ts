import { type ConversationId, type MessageId, toMessageId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../../channels/channels/channels.ts";
import type { MessagePlace } from "../../../conversations/conversations.ts";
import { arrivals, arrivesFrom } from "./arrivals.ts";
import { decodeIds } from "./id-list.ts";
import { isUnread, type Reading, withRead, withUnread } from "./read-state.ts";
import { store } from "./read-state-store.ts";
import { readingsAmong } from "./rows.ts";

interface Carried {
  /** What is unread still, by the users whom it is unread for. */
  readonly unread: Map<UserId, MessageId[]>;
  /** What no longer is, because its readers are not subscribed where it is now. */
  readonly read: Map<UserId, MessageId[]>;
}

/**
 * Takes the read state of messages along into another channel: what was read stays so for everybody, and what was not
 * stays unread for those alone who are subscribed there (messages.md 11). Before the messages are moved.
 */
export function carryReadings(realm: Realm, from: Channel, to: Channel, places: readonly MessagePlace[]): Carried {
  const there = subscribersOf(realm, to.id);
  const carried: Carried = { unread: new Map(), read: new Map() };
  for (const { user, reading } of behind(realm, from, places)) {
    const unread = takeUnread(realm, user, { conversation: from.conversation_id, reading, places });
    if (unread.length > 0) (there.has(user) ? carried.unread : carried.read).set(user, unread);
  }
  for (const { user, reading } of behind(realm, to, places, carried.unread)) {
    const unread = new Set<number>(carried.unread.get(user));
    put(realm, user, { conversation: to.conversation_id, reading, places }, unread);
  }
  return carried;
}

interface UserReading {
  readonly user: UserId;
  readonly reading: Reading;
}

/** The subscribers of a channel for whom some of the messages may be unread there, or are to be: mostly those who are seldom here. */
function behind(
  realm: Realm,
  channel: Channel,
  places: readonly MessagePlace[],
  wanted: ReadonlyMap<UserId, unknown> = new Map(),
): UserReading[] {
  const newest = places.at(-1)?.id ?? 0;
  const users = JSON.stringify([...subscribersOf(realm, channel.id)]);
  return readingsAmong
    .all(realm.sql, { users, conversation: channel.conversation_id })
    .filter(({ user_id, low, unread }) => low < newest || !isEmpty(unread) || wanted.has(user_id))
    .map(({ user_id, low, read, unread }) => ({
      user: user_id,
      reading: { low, read: unpacked(read), unread: unpacked(unread) },
    }));
}

const isEmpty = (packed: ArrayBuffer | null) => packed === null || packed.byteLength === 0;
const unpacked = (packed: ArrayBuffer | null) => (packed === null ? [] : decodeIds(new Uint8Array(packed)));

interface Readable {
  readonly conversation: ConversationId;
  readonly reading: Reading;
  readonly places: readonly MessagePlace[];
}

/** What of the messages somebody has not read; of where they were nothing remains. */
function takeUnread(realm: Realm, user: UserId, { conversation, reading, places }: Readable): MessageId[] {
  const all = arrivals(realm, user, arrivesFrom(realm, user, conversation), places);
  const unread = all.filter((arrival) => isUnread(reading, arrival)).map(({ id }) => toMessageId(id));
  const gone = new Set<number>(places.map(({ id }) => id));
  const rest = (ids: readonly number[]) => ids.filter((id) => !gone.has(id));
  const left: Reading = { low: reading.low, read: rest(reading.read), unread: rest(reading.unread) };
  if (left.read.length < reading.read.length || left.unread.length < reading.unread.length) {
    store(realm, user, conversation, left);
  }
  return unread;
}

/** Makes exactly some of the messages unread where they come to. */
function put(
  realm: Realm,
  user: UserId,
  { conversation, reading, places }: Readable,
  unread: ReadonlySet<number>,
): void {
  const all = arrivals(realm, user, arrivesFrom(realm, user, conversation), places);
  const wrong = all.filter((arrival) => isUnread(reading, arrival) !== unread.has(arrival.id));
  if (wrong.length === 0) return;
  const toRead = wrong.filter(({ id }) => !unread.has(id)).map(({ id }) => id);
  const toUnread = wrong.filter(({ id }) => unread.has(id));
  store(realm, user, conversation, withUnread(withRead(reading, toRead), toUnread));
}
