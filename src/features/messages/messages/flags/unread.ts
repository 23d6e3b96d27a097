import type { ChannelId, MessageId, UserId } from "../../../../protocol/ids.ts";
import { type Audience, only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { listeners } from "../../../channels/channels/audience.ts";
import { allTheChannels, type Channel } from "../../../channels/channels/channels.ts";
import { placesOfMessages } from "../../../conversations/conversations.ts";
import type { Topic } from "../../../conversations/topics.ts";
import { flagsAdded, flagsRemoved } from "../events.ts";
import { messagesReadHook, readListenersHook } from "../hooks.ts";
import { markReadFromSender } from "../read-state/muted-sender.ts";
import {
  clearUnreadOf,
  markConversationRead,
  markEverythingRead,
  markTopicRead,
  unreadIn,
} from "../read-state/read-state-store.ts";
import { messageDetails } from "./message-details.ts";

/** Clients know of so many unread messages at most (register-and-events.md 4.2): of older ones they need not hear. */
export const MOST_UNREAD = 50_000;

/** Tells a user's clients that messages are read. */
export function tellRead(realm: Realm, user: UserId, messages: readonly MessageId[]): void {
  if (messages.length === 0) return;
  realm.run(messagesReadHook, user, messages);
  realm.emit(flagsAdded({ flag: "read", messages: messages.slice(-MOST_UNREAD), all: false }), only(user));
}

/** Marks all of a channel read for somebody. */
export function markChannelRead(realm: Realm, user: UserId, id: ChannelId): MessageId[] {
  const channel = allTheChannels(realm).byId.get(id);
  if (channel === undefined) return [];
  const messages = markConversationRead(realm, user, channel.conversation_id);
  tellRead(realm, user, messages);
  return messages;
}

/**
 * Marks all of a channel read for those who are about to leave it, and are subscribed still. What came to them by itself
 * does not count as unread once they have left: it is looked for only where somebody is to hear of it.
 */
export function markReadByLeavers(realm: Realm, { id, conversation_id }: Channel, users: readonly UserId[]): void {
  const heard = new Set(listeners(realm));
  for (const listeners of realm.collect(readListenersHook)) for (const user of listeners) heard.add(user);
  for (const user of users) if (heard.has(user)) markChannelRead(realm, user, id);
  clearUnreadOf(
    realm,
    users.filter((user) => !heard.has(user)),
    conversation_id,
  );
}

/** Tells some clients of a channel's subscribers what is unread in it, for the channel is new to them. */
export function tellUnreadIn(
  realm: Realm,
  channel: Channel,
  subscribers: ReadonlySet<UserId>,
  clients: Audience,
): void {
  for (const user of listeners(realm)) if (subscribers.has(user)) tellUserUnreadIn(realm, user, channel, clients);
}

function tellUserUnreadIn(realm: Realm, user: UserId, { conversation_id }: Channel, { includes }: Audience): void {
  const messages = unreadIn(realm, user, conversation_id).slice(-MOST_UNREAD);
  if (messages.length === 0) return;
  const message_details = messageDetails(realm, user, placesOfMessages(realm, messages));
  const audience: Audience = { ...only(user), includes: (id, ...queue) => id === user && includes(id, ...queue) };
  realm.emit(flagsRemoved({ flag: "read", messages, all: false, message_details }), audience);
}

export function markAllOfTopicRead(realm: Realm, user: UserId, topic: Topic): void {
  tellRead(realm, user, markTopicRead(realm, user, topic));
}

/** Marks what a sender has sent as read for somebody who is about to mute them. */
export function markSenderRead(realm: Realm, user: UserId, sender: UserId): void {
  tellRead(realm, user, markReadFromSender(realm, user, sender));
}

/** Marks everything read, in all conversations at once. */
export function markAllRead(realm: Realm, user: UserId): void {
  markEverythingRead(realm, user);
  realm.run(messagesReadHook, user, null);
  realm.emit(flagsAdded({ flag: "read", messages: [], all: true }), only(user));
}
