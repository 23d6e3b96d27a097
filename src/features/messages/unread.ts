import type { ChannelId, MessageId, UserId } from "../../protocol/ids.ts";
import { only } from "../../realm/event.ts";
import type { Realm } from "../../realm/realm.ts";
import { allTheChannels } from "../channels/channels.ts";
import type { Topic } from "../conversations/topics.ts";
import { flagsAdded } from "./events.ts";
import { readSender } from "./read-state/muted-sender.ts";
import { markConversationRead, markEverythingRead, markTopicRead } from "./read-state/readings.ts";

export { keepSender } from "./read-state/muted-sender.ts";

/** Clients know of so many unread messages at most (register-and-events.md 4.2): of older ones they need not hear. */
export const MOST_UNREAD = 50_000;

/** Tells a user's clients that messages are read. */
export function tellRead(realm: Realm, user: UserId, messages: readonly MessageId[]): void {
  if (messages.length === 0) return;
  realm.emit(flagsAdded({ flag: "read", messages: messages.slice(-MOST_UNREAD), all: false }), only(user));
}

/** Marks all of a channel read for somebody; who is about to leave it must be subscribed still. */
export function markChannelRead(realm: Realm, user: UserId, id: ChannelId): MessageId[] {
  const channel = allTheChannels(realm).byId.get(id);
  if (channel === undefined) return [];
  const messages = markConversationRead(realm, user, channel.conversation_id);
  tellRead(realm, user, messages);
  return messages;
}

export function markAllOfTopicRead(realm: Realm, user: UserId, topic: Topic): void {
  tellRead(realm, user, markTopicRead(realm, user, topic));
}

/** Marks what a sender has sent as read for somebody who is about to mute them. */
export function markSenderRead(realm: Realm, user: UserId, sender: UserId): void {
  tellRead(realm, user, readSender(realm, user, sender));
}

/** Marks everything read, in all conversations at once. */
export function markAllRead(realm: Realm, user: UserId): void {
  markEverythingRead(realm, user);
  realm.emit(flagsAdded({ flag: "read", messages: [], all: true }), only(user));
}
