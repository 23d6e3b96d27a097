import type { ConversationId, MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { allTheChannels, receivedSpans } from "../../../channels/channels/channels.ts";
import { directConversationsWith, placesOfMessages } from "../../../conversations/conversations.ts";
import { includes, withUnreadByDefault } from "./read-state.ts";
import { compacted, lowOfUser, markRead, readStateOf, readStatesOf, writeReadState } from "./read-state-store.ts";
import { selectNewestFromSender } from "./rows.ts";

/** Clients know of so many unread messages at most (register-and-events.md 4.2). */
const MOST = 50_000;

/**
 * What a sender has sent to somebody is read now, for they are about to mute the sender; returns what was not. What
 * came by itself needs no row for it: from then on it does not come unread.
 */
export function markReadFromSender(realm: Realm, user: UserId, sender: UserId): MessageId[] {
  const readings = readStatesOf(realm, user);
  const listed = placesOfMessages(
    realm,
    [...readings.values()].flatMap(({ unread }) => unread),
  ).filter((place) => place.sender_id === sender);
  for (const [conversation, places] of Map.groupBy(listed, ({ conversation_id }) => conversation_id)) {
    markRead(realm, user, conversation, places);
  }
  const arrived = unreadFromSender(realm, user, sender).filter(
    ({ id, conversation_id }) => !includes(readings.get(conversation_id)?.read ?? [], id),
  );
  return [...new Set([...listed, ...arrived].map(({ id }) => id))].sort((a, b) => a - b);
}

/** What a sender has sent to somebody stays as it is, read but for a few, for they have just unmuted the sender. */
export function keepReadFromSender(realm: Realm, user: UserId, sender: UserId): void {
  const from = receivedFromSender(realm, user, sender);
  for (const [conversation, places] of Map.groupBy(
    unreadFromSender(realm, user, sender),
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

/** Of what a sender has sent, that which is not read by having come before all of it was read. */
function unreadFromSender(realm: Realm, user: UserId, sender: UserId) {
  const low = lowOfUser(realm, user);
  const readings = readStatesOf(realm, user);
  const spans = [...receivedFromSender(realm, user, sender)].map(([conversation, first]) => [
    conversation,
    Math.max(first, (readings.get(conversation)?.low ?? low) + 1),
  ]);
  return selectNewestFromSender.all(realm.sql, { spans: JSON.stringify(spans), sender, most: MOST });
}

/** Where messages come to somebody by themselves and a sender may have sent some, and from which one on. */
function receivedFromSender(realm: Realm, user: UserId, sender: UserId): ReadonlyMap<ConversationId, number> {
  const { byId } = allTheChannels(realm);
  const channels = receivedSpans(realm, user).flatMap(({ channel_id, from_message, to_message }) => {
    const channel = to_message === null ? byId.get(channel_id) : undefined;
    return channel === undefined ? [] : [[channel.conversation_id, from_message] as const];
  });
  const directs = directConversationsWith(realm, user, sender).map(({ id }) => [id, 1] as const);
  return new Map([...channels, ...directs]);
}
