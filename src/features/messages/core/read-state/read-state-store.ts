import {
  type ConversationId,
  type MessageId,
  type TopicId,
  toMessageId,
  type UserId,
} from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { newestMessageId, placesOfMessages } from "../../../conversations/conversations.ts";
import { mutedBy } from "../../../people/muted-users/muted-users.ts";
import { quietMessages, withQuiet } from "./quiet-messages.ts";
import { type ConversationReadState, isUnread, MAX_UNREAD, raised, withRead, withUnread } from "./read-state.ts";
import * as rows from "./rows.ts";
import { messageDefaults, receivedFrom, type SentMessage } from "./unread-by-default.ts";

/** Returns the id up to which a user has marked all conversations as read, or 0 if they never have. */
export const lowOfUser = (realm: Realm, user: UserId): number => rows.selectLow.first(realm.sql, { user })?.low ?? 0;

const parseReadState = (
  row: { low: number; read: ArrayBuffer; unread: ArrayBuffer } | undefined,
  low: number,
): ConversationReadState => ({
  low: Math.max(low, row?.low ?? 0),
  read: row === undefined ? [] : decodeIds(new Uint8Array(row.read)),
  unread: row === undefined ? [] : decodeIds(new Uint8Array(row.unread)),
});

export const readStateOf = (realm: Realm, user: UserId, conversation: ConversationId): ConversationReadState =>
  withQuiet(
    parseReadState(rows.selectReadState.first(realm.sql, { user, conversation }), lowOfUser(realm, user)),
    quietMessages(realm).byConversation.get(conversation),
  );

/**
 * Returns a user's read states of all conversations where they read anything since they last marked everything as
 * read, and of those with a quiet message.
 */
export function readStatesOf(realm: Realm, user: UserId): ReadonlyMap<ConversationId, ConversationReadState> {
  const low = lowOfUser(realm, user);
  const found = rows.selectReadStates.all(realm.sql, { user });
  const states = new Map(found.map((row) => [row.conversation_id, parseReadState(row, low)]));
  for (const [conversation, id] of quietMessages(realm).byConversation) {
    states.set(conversation, withQuiet(states.get(conversation) ?? parseReadState(undefined, low), id));
  }
  return states;
}

export function writeReadState(
  realm: Realm,
  user: UserId,
  conversation: ConversationId,
  { low, read, unread }: ConversationReadState,
): void {
  rows.upsertReadState.run(realm.sql, { user, conversation, low, read: encodeIds(read), unread: encodeIds(unread) });
}

export function unreadAmong(
  realm: Realm,
  user: UserId,
  conversation: ConversationId,
  messages: readonly SentMessage[],
): MessageId[] {
  const state = readStateOf(realm, user, conversation);
  const all = messageDefaults(realm, user, receivedFrom(realm, user, conversation), messages);
  return all.filter((message) => isUnread(state, message)).map(({ id }) => toMessageId(id));
}

/** Marks messages of one conversation as read. Returns those that were unread. */
export function markRead(
  realm: Realm,
  user: UserId,
  conversation: ConversationId,
  messages: readonly SentMessage[],
): MessageId[] {
  const from = receivedFrom(realm, user, conversation);
  const before = readStateOf(realm, user, conversation);
  const changed = messageDefaults(realm, user, from, messages).filter((message) => isUnread(before, message));
  if (changed.length === 0) return [];
  const ids = changed.map(({ id }) => toMessageId(id));
  const after = compacted(realm, user, conversation, from, withRead(before, ids), before.read.length);
  writeReadState(realm, user, conversation, after);
  return ids;
}

/** Marks messages of one conversation as unread. Returns those that were read. */
export function markUnread(
  realm: Realm,
  user: UserId,
  conversation: ConversationId,
  messages: readonly SentMessage[],
): MessageId[] {
  const from = receivedFrom(realm, user, conversation);
  const before = readStateOf(realm, user, conversation);
  const changed = messageDefaults(realm, user, from, messages).filter((message) => !isUnread(before, message));
  if (changed.length === 0) return [];
  writeReadState(realm, user, conversation, withUnread(before, changed));
  return changed.map(({ id }) => toMessageId(id));
}

/** Marks all messages of a conversation as read. Returns those that were unread. */
export function markConversationRead(realm: Realm, user: UserId, conversation: ConversationId): MessageId[] {
  const ids = unreadIn(realm, user, conversation);
  if (ids.length > 0) writeReadState(realm, user, conversation, { low: newestMessageId(realm), read: [], unread: [] });
  return ids;
}

/** Marks a conversation as read for the given users who have any of its messages listed as unread. */
export const clearUnreadOf = (realm: Realm, users: readonly UserId[], conversation: ConversationId): void =>
  rows.updateToAllRead.run(realm.sql, { users: JSON.stringify(users), conversation, low: newestMessageId(realm) });

/** Marks all messages of a topic as read. Returns those that were unread. */
export function markTopicRead(
  realm: Realm,
  user: UserId,
  { id, conversation_id }: { readonly id: TopicId; readonly conversation_id: ConversationId },
): MessageId[] {
  const ids = unreadIn(realm, user, conversation_id, id);
  return ids.length === 0 ? [] : markRead(realm, user, conversation_id, placesOfMessages(realm, ids));
}

/** Marks all conversations as read with a single id. Only rows that list messages are deleted. */
export function markEverythingRead(realm: Realm, user: UserId): void {
  rows.deleteExceptions.run(realm.sql, { user });
  rows.upsertLow.run(realm.sql, { user, low: newestMessageId(realm) });
}

/** Returns the unread messages of one topic, or the newest unread messages of a conversation, sorted by id. */
export function unreadIn(realm: Realm, user: UserId, conversation: ConversationId, topic?: TopicId): MessageId[] {
  const from = receivedFrom(realm, user, conversation);
  const { low, read, unread } = readStateOf(realm, user, conversation);
  const listed = placesOfMessages(realm, unread).filter((place) => topic === undefined || place.topic_id === topic);
  const unlisted =
    from === null ? [] : unlistedIn(realm, user, { conversation, topic, first: Math.max(from, low + 1), read });
  return [...listed, ...unlisted].map(({ id }) => id).sort((a, b) => a - b);
}

/** Returns the messages that are unread by default in a topic, or the newest of them in a conversation. */
function unlistedIn(
  realm: Realm,
  user: UserId,
  where: { conversation: ConversationId; topic: TopicId | undefined; first: number; read: readonly number[] },
): { id: MessageId }[] {
  const { conversation, topic, first } = where;
  const unlisted = {
    first,
    read: JSON.stringify(where.read),
    muted: JSON.stringify([...mutedBy(realm, user)]),
  };
  return topic === undefined
    ? rows.selectNewestUnlisted.all(realm.sql, { conversation, ...unlisted, most: MAX_UNREAD })
    : rows.selectNewestUnlistedInTopic.all(realm.sql, { topic, ...unlisted, most: Number.MAX_SAFE_INTEGER });
}

/** Minimum length of a list of read messages before it is replaced by a higher `low`, if that makes the row shorter. */
const LONG_LIST = 64;

/**
 * Returns the same state with a higher `low`, so that it lists fewer messages. `low` rises to just below the first
 * unread message. Once the list has doubled, `low` rises to the last read message instead, if at most half as many
 * messages up to that one are unread as are listed as read. These are then listed as unread.
 */
export function compacted(
  realm: Realm,
  user: UserId,
  conversation: ConversationId,
  from: number | null,
  state: ConversationReadState,
  listedBefore: number,
): ConversationReadState {
  if (state.read.length === 0 || from === null) return state;
  const unlisted = (last: number, most: number) =>
    rows.selectFirstUnlisted
      .all(realm.sql, {
        conversation,
        first: Math.max(from, state.low + 1),
        last,
        read: JSON.stringify(state.read),
        muted: JSON.stringify([...mutedBy(realm, user)]),
        most,
      })
      .map(({ id }) => id);
  const newest = newestMessageId(realm);
  const [firstUnread = newest + 1] = unlisted(newest, 1);
  const next = raised(state, Math.max(state.low, firstUnread - 1), []);
  if (next.read.length < LONG_LIST || Math.clz32(next.read.length) === Math.clz32(listedBefore)) return next;
  const last = next.read.at(-1) ?? 0;
  const few = Math.floor(next.read.length / 2);
  const passed = unlisted(last, few + 1);
  return passed.length > few ? next : raised(next, last, passed);
}

/** Encodes ascending ids as varints (LEB128) of their differences. Ids close to each other take a byte or two each. */
export function encodeIds(ids: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const id of ids) {
    let rest = id - before;
    while (rest > 0x7f) {
      bytes.push((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    bytes.push(rest);
    before = id;
  }
  return Uint8Array.from(bytes);
}

export function decodeIds(bytes: Uint8Array): number[] {
  const ids: number[] = [];
  let id = 0;
  let scale = 1;
  for (const byte of bytes) {
    id += (byte & 0x7f) * scale;
    scale *= 0x80;
    if (byte < 0x80) {
      ids.push(id);
      scale = 1;
    }
  }
  return ids;
}
