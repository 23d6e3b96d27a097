import type { ChannelId, MessageId, UserId } from "../../../../protocol/ids.ts";
import { type Audience, only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { usersWithQueues } from "../../../channels/channels/audience.ts";
import { type Channel, channelIndex } from "../../../channels/channels/channels.ts";
import {
  type MessageIndexRow,
  membersOfConversations,
  placesOfMessages,
} from "../../../conversations/conversations.ts";
import { topicsWithIds } from "../../../conversations/topics.ts";
import { flagsAdded, flagsRemoved, type MessageDetails } from "../events.ts";
import { messagesReadHook, readListenersHook } from "../hooks.ts";
import { mentionsFor } from "../store/mentions.ts";
import { isMutedBy, muteSettingsOf } from "./mute-settings.ts";
import { markReadFromSender } from "./muted-sender.ts";
import { MAX_UNREAD } from "./read-state.ts";
import { clearUnreadOf, markConversationRead, markEverythingRead, unreadIn } from "./read-state-store.ts";

/** Runs messagesReadHook, then emits to a user's clients that messages were read. */
export function emitRead(realm: Realm, user: UserId, messages: readonly MessageId[]): void {
  if (messages.length === 0) return;
  realm.run(messagesReadHook, user, messages);
  realm.emit(flagsAdded({ flag: "read", messages: messages.slice(-MAX_UNREAD), all: false }), only(user));
}

/** Marks all messages of a channel as read for a user. Returns those that were unread. */
export function markChannelAsRead(realm: Realm, user: UserId, id: ChannelId): MessageId[] {
  const channel = channelIndex(realm).byId.get(id);
  if (channel === undefined) return [];
  const messages = markConversationRead(realm, user, channel.conversation_id);
  emitRead(realm, user, messages);
  return messages;
}

/**
 * Marks all messages of a channel as read for users who are about to be unsubscribed. The affected messages are looked
 * up only for users with a queue or a listener. For the others, messages unread by default stop being unread anyway.
 */
export function markReadOnUnsubscribe(realm: Realm, { id, conversation_id }: Channel, users: readonly UserId[]): void {
  const listening = new Set(usersWithQueues(realm));
  for (const listeners of realm.collect(readListenersHook)) for (const user of listeners) listening.add(user);
  for (const user of users) if (listening.has(user)) markChannelAsRead(realm, user, id);
  clearUnreadOf(
    realm,
    users.filter((user) => !listening.has(user)),
    conversation_id,
  );
}

/**
 * Emits a channel's unread messages to its subscribers, but only to the given clients, which didn't count these
 * messages before.
 */
export function emitUnreadIn(
  realm: Realm,
  channel: Channel,
  subscribers: ReadonlySet<UserId>,
  clients: Audience,
): void {
  for (const user of usersWithQueues(realm)) if (subscribers.has(user)) emitUnreadOf(realm, user, channel, clients);
}

function emitUnreadOf(realm: Realm, user: UserId, { conversation_id }: Channel, { includes }: Audience): void {
  const messages = unreadIn(realm, user, conversation_id).slice(-MAX_UNREAD);
  if (messages.length === 0) return;
  const message_details = messageDetails(realm, user, placesOfMessages(realm, messages));
  const audience: Audience = { ...only(user), includes: (id, ...queue) => id === user && includes(id, ...queue) };
  realm.emit(flagsRemoved({ flag: "read", messages, all: false, message_details }), audience);
}

/** Marks a sender's messages as read for a user who is about to mute the sender, and emits the change. */
export function markSenderReadOnMute(realm: Realm, user: UserId, sender: UserId): void {
  emitRead(realm, user, markReadFromSender(realm, user, sender));
}

/** Marks all messages as read for a user, and emits the change. */
export function markAllAsRead(realm: Realm, user: UserId): void {
  markEverythingRead(realm, user);
  realm.run(messagesReadHook, user, null);
  realm.emit(flagsAdded({ flag: "read", messages: [], all: true }), only(user));
}

/**
 * Returns `message_details` of messages marked as unread. Clients use them to count messages they may not have
 * (register-and-events.md 5.1).
 */
export function messageDetails(realm: Realm, user: UserId, places: readonly MessageIndexRow[]): MessageDetails {
  const channels = channelIndex(realm).byConversation;
  const topics = topicsWithIds(
    realm,
    places.flatMap(({ topic_id }) => topic_id ?? []),
  );
  const members = membersOfConversations(realm, new Set(places.map((place) => place.conversation_id)));
  const mentions = mentionsFor(
    realm,
    user,
    places.map(({ id }) => id),
  );
  const isMuted = isMutedBy(muteSettingsOf(realm, user));
  const details = places.map(({ id, conversation_id, topic_id }) => {
    const channel = channels.get(conversation_id);
    const mention = mentions.named.has(id) || mentions.byWildcard.has(id) ? { mentioned: true as const } : {};
    if (channel === undefined) {
      const others = (members.get(conversation_id) ?? []).filter((member) => member !== user);
      return [id, { type: "private" as const, user_ids: others, ...mention }] as const;
    }
    const topic = (topic_id === null ? undefined : topics.get(topic_id)?.name) ?? "";
    const unmuted_stream_msg = !isMuted(channel.id, topic);
    return [id, { type: "stream" as const, stream_id: channel.id, topic, unmuted_stream_msg, ...mention }] as const;
  });
  return Object.fromEntries(details);
}
