import { type ConversationId, type MessageId, toMessageId, type UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type Channel, subscribersOf } from "../../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../../conversations/conversations.ts";
import { type ConversationReadState, isUnread, withRead, withUnread } from "./read-state.ts";
import { decodeIds, writeReadState } from "./read-state-store.ts";
import { selectReadStatesOfUsers } from "./rows.ts";
import { messageDefaults, receivedFrom } from "./unread-by-default.ts";

interface MovedReadState {
  /** Messages that stay unread, by user. */
  readonly unread: Map<UserId, MessageId[]>;
  /** Messages that become read, by user, because the user isn't subscribed to the new channel. */
  readonly read: Map<UserId, MessageId[]>;
}

/**
 * Moves the read state of messages to another channel. Call it before the messages move. Read messages stay read;
 * unread ones stay unread only for subscribers of the new channel (messages.md 11).
 */
export function moveReadState(
  realm: Realm,
  from: Channel,
  to: Channel,
  places: readonly MessageIndexRow[],
): MovedReadState {
  const there = subscribersOf(realm, to.id);
  const moved: MovedReadState = { unread: new Map(), read: new Map() };
  for (const { user, state } of laggingReaders(realm, from, places)) {
    const unread = takeUnread(realm, user, { conversation: from.conversation_id, state, places });
    if (unread.length > 0) (there.has(user) ? moved.unread : moved.read).set(user, unread);
  }
  for (const { user, state } of laggingReaders(realm, to, places, moved.unread)) {
    const unread = new Set<number>(moved.unread.get(user));
    setUnread(realm, user, { conversation: to.conversation_id, state, places }, unread);
  }
  return moved;
}

interface UserReadState {
  readonly user: UserId;
  readonly state: ConversationReadState;
}

/** Returns a channel's subscribers who may not have read all of the messages, and those in `wanted`. */
function laggingReaders(
  realm: Realm,
  channel: Channel,
  places: readonly MessageIndexRow[],
  wanted: ReadonlyMap<UserId, unknown> = new Map(),
): UserReadState[] {
  const newest = places.at(-1)?.id ?? 0;
  const users = JSON.stringify([...subscribersOf(realm, channel.id)]);
  return selectReadStatesOfUsers
    .all(realm.sql, { users, conversation: channel.conversation_id })
    .filter(({ user_id, low, unread }) => low < newest || !isEmpty(unread) || wanted.has(user_id))
    .map(({ user_id, low, read, unread }) => ({
      user: user_id,
      state: { low, read: unpacked(read), unread: unpacked(unread) },
    }));
}

const isEmpty = (packed: ArrayBuffer | null) => packed === null || packed.byteLength === 0;
const unpacked = (packed: ArrayBuffer | null) => (packed === null ? [] : decodeIds(new Uint8Array(packed)));

interface MovedMessages {
  readonly conversation: ConversationId;
  readonly state: ConversationReadState;
  readonly places: readonly MessageIndexRow[];
}

/** Returns the messages that are unread for a user, and removes all of them from the old channel's lists. */
function takeUnread(realm: Realm, user: UserId, { conversation, state, places }: MovedMessages): MessageId[] {
  const all = messageDefaults(realm, user, receivedFrom(realm, user, conversation), places);
  const unread = all.filter((message) => isUnread(state, message)).map(({ id }) => toMessageId(id));
  const gone = new Set<number>(places.map(({ id }) => id));
  const rest = (ids: readonly number[]) => ids.filter((id) => !gone.has(id));
  const left: ConversationReadState = { low: state.low, read: rest(state.read), unread: rest(state.unread) };
  if (left.read.length < state.read.length || left.unread.length < state.unread.length) {
    writeReadState(realm, user, conversation, left);
  }
  return unread;
}

/** Makes exactly the given messages unread in the new channel. */
function setUnread(
  realm: Realm,
  user: UserId,
  { conversation, state, places }: MovedMessages,
  unread: ReadonlySet<number>,
): void {
  const all = messageDefaults(realm, user, receivedFrom(realm, user, conversation), places);
  const wrong = all.filter((message) => isUnread(state, message) !== unread.has(message.id));
  if (wrong.length === 0) return;
  const toRead = wrong.filter(({ id }) => !unread.has(id)).map(({ id }) => id);
  const toUnread = wrong.filter(({ id }) => unread.has(id));
  writeReadState(realm, user, conversation, withUnread(withRead(state, toRead), toUnread));
}
