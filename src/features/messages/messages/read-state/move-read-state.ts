import { type ConversationId, type MessageId, toMessageId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { decodeIds } from "./id-list.ts";
import { type ConversationReadState, isUnread, withRead, withUnread } from "./read-state.ts";
import { writeReadState } from "./read-state-store.ts";
import { selectReadStatesOfUsers } from "./rows.ts";
import { messageDefaults, receivedFrom } from "./unread-by-default.ts";

interface MovedReadState {
  /** What is unread still, by the users whom it is unread for. */
  readonly unread: Map<UserId, MessageId[]>;
  /** What no longer is, because its readers are not subscribed where it is now. */
  readonly read: Map<UserId, MessageId[]>;
}

/**
 * Takes the read state of messages along into another channel: what was read stays so for everybody, and what was not
 * stays unread for those alone who are subscribed there (messages.md 11). Before the messages are moved.
 */
export function moveReadState(
  realm: Realm,
  from: Channel,
  to: Channel,
  places: readonly MessageIndexRow[],
): MovedReadState {
  const there = subscribersOf(realm, to.id);
  const carried: MovedReadState = { unread: new Map(), read: new Map() };
  for (const { user, reading } of laggingReaders(realm, from, places)) {
    const unread = takeUnread(realm, user, { conversation: from.conversation_id, reading, places });
    if (unread.length > 0) (there.has(user) ? carried.unread : carried.read).set(user, unread);
  }
  for (const { user, reading } of laggingReaders(realm, to, places, carried.unread)) {
    const unread = new Set<number>(carried.unread.get(user));
    setUnread(realm, user, { conversation: to.conversation_id, reading, places }, unread);
  }
  return carried;
}

interface UserReading {
  readonly user: UserId;
  readonly reading: ConversationReadState;
}

/** The subscribers of a channel for whom some of the messages may be unread there, or are to be: mostly those who are seldom here. */
function laggingReaders(
  realm: Realm,
  channel: Channel,
  places: readonly MessageIndexRow[],
  wanted: ReadonlyMap<UserId, unknown> = new Map(),
): UserReading[] {
  const newest = places.at(-1)?.id ?? 0;
  const users = JSON.stringify([...subscribersOf(realm, channel.id)]);
  return selectReadStatesOfUsers
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
  readonly reading: ConversationReadState;
  readonly places: readonly MessageIndexRow[];
}

/** What of the messages somebody has not read; of where they were nothing remains. */
function takeUnread(realm: Realm, user: UserId, { conversation, reading, places }: Readable): MessageId[] {
  const all = messageDefaults(realm, user, receivedFrom(realm, user, conversation), places);
  const unread = all.filter((arrival) => isUnread(reading, arrival)).map(({ id }) => toMessageId(id));
  const gone = new Set<number>(places.map(({ id }) => id));
  const rest = (ids: readonly number[]) => ids.filter((id) => !gone.has(id));
  const left: ConversationReadState = { low: reading.low, read: rest(reading.read), unread: rest(reading.unread) };
  if (left.read.length < reading.read.length || left.unread.length < reading.unread.length) {
    writeReadState(realm, user, conversation, left);
  }
  return unread;
}

/** Makes exactly some of the messages unread where they come to. */
function setUnread(
  realm: Realm,
  user: UserId,
  { conversation, reading, places }: Readable,
  unread: ReadonlySet<number>,
): void {
  const all = messageDefaults(realm, user, receivedFrom(realm, user, conversation), places);
  const wrong = all.filter((arrival) => isUnread(reading, arrival) !== unread.has(arrival.id));
  if (wrong.length === 0) return;
  const toRead = wrong.filter(({ id }) => !unread.has(id)).map(({ id }) => id);
  const toUnread = wrong.filter(({ id }) => unread.has(id));
  writeReadState(realm, user, conversation, withUnread(withRead(reading, toRead), toUnread));
}
