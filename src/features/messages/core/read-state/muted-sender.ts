import type { ConversationId, MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex, receivedSpans } from "../../../channels/channels/channels.ts";
import { directConversationsWith, placesOfMessages } from "../../../conversations/conversations.ts";
import { includes, MAX_UNREAD, withUnreadByDefault } from "./read-state.ts";
import { compacted, lowOfUser, markRead, readStateOf, readStatesOf, writeReadState } from "./read-state-store.ts";
import { selectNewestFromSender } from "./rows.ts";

/**
 * Marks a sender's messages as read for a user who is about to mute the sender. Returns those that were unread. Writes
 * rows only for messages listed as unread, because the mute makes the others read by default.
 */
export function markReadFromSender(realm: Realm, user: UserId, sender: UserId): MessageId[] {
  const states = readStatesOf(realm, user);
  const listed = placesOfMessages(
    realm,
    [...states.values()].flatMap(({ unread }) => unread),
  ).filter((place) => place.sender_id === sender);
  for (const [conversation, places] of Map.groupBy(listed, ({ conversation_id }) => conversation_id)) {
    markRead(realm, user, conversation, places);
  }
  const received = receivedAboveLow(realm, user, sender).filter(
    ({ id, conversation_id }) => !includes(states.get(conversation_id)?.read ?? [], id),
  );
  return [...new Set([...listed, ...received].map(({ id }) => id))].sort((a, b) => a - b);
}

/**
 * Keeps a sender's messages read for a user who just unmuted the sender, because otherwise they would be unread by
 * default again. Messages listed as unread stay unread.
 */
export function keepSenderReadOnUnmute(realm: Realm, user: UserId, sender: UserId): void {
  const from = receivedFromSender(realm, user, sender);
  for (const [conversation, places] of Map.groupBy(
    receivedAboveLow(realm, user, sender),
    ({ conversation_id }) => conversation_id,
  )) {
    const before = readStateOf(realm, user, conversation);
    const ids = places.map(({ id }) => id).filter((id) => includes(before.unread, id) || !includes(before.read, id));
    if (ids.length === 0) continue;
    const start = from.get(conversation) ?? null;
    const after = withUnreadByDefault(before, ids);
    writeReadState(realm, user, conversation, compacted(realm, user, conversation, start, after, before.read.length));
  }
}

/** Returns a sender's messages above `low` that the user receives, newest first. */
function receivedAboveLow(realm: Realm, user: UserId, sender: UserId) {
  const low = lowOfUser(realm, user);
  const states = readStatesOf(realm, user);
  const spans = [...receivedFromSender(realm, user, sender)].map(([conversation, first]) => [
    conversation,
    Math.max(first, (states.get(conversation)?.low ?? low) + 1),
  ]);
  return selectNewestFromSender.all(realm.sql, { spans: JSON.stringify(spans), sender, most: MAX_UNREAD });
}

/**
 * Returns the conversations where the user may receive messages from a sender, with the first message received in each.
 */
function receivedFromSender(realm: Realm, user: UserId, sender: UserId): ReadonlyMap<ConversationId, number> {
  const { byId } = channelIndex(realm);
  const channels = receivedSpans(realm, user).flatMap(({ channel_id, from_message, to_message }) => {
    const channel = to_message === null ? byId.get(channel_id) : undefined;
    return channel === undefined ? [] : [[channel.conversation_id, from_message] as const];
  });
  const directs = directConversationsWith(realm, user, sender).map(({ id }) => [id, 1] as const);
  return new Map([...channels, ...directs]);
}
