import type { ChannelId, UserId } from "../ids.ts";
import type { ChannelMessage, DirectMessage } from "../messages/message.ts";

/** A conversation: a topic of a channel, or direct messages among some people. */
export type Conversation =
  | { readonly kind: "topic"; readonly channel: ChannelId; readonly topic: string }
  /** `users` are the others, ascending; empty for messages to oneself. */
  | { readonly kind: "direct"; readonly users: readonly UserId[] };

/** A text that identifies a conversation. Topics that differ only in case have the same key. */
export type ConversationKey = string;

export const topicKey = (channel: ChannelId, topic: string): ConversationKey => `${channel}:${topic.toLowerCase()}`;
export const directKey = (users: readonly UserId[]): ConversationKey =>
  `@${[...users].sort((a, b) => a - b).join(",")}`;

export const keyOf = (conversation: Conversation): ConversationKey =>
  conversation.kind === "topic" ? topicKey(conversation.channel, conversation.topic) : directKey(conversation.users);

/** The fields of a message that name its conversation. */
type Address =
  | Pick<ChannelMessage, "type" | "stream_id" | "subject">
  | Pick<DirectMessage, "type" | "display_recipient">;

export function conversationOf(message: Address, me: UserId): Conversation {
  if (message.type === "stream") return { kind: "topic", channel: message.stream_id, topic: message.subject };
  const users = message.display_recipient.map((one) => one.id).filter((id) => id !== me);
  return { kind: "direct", users: users.sort((a, b) => a - b) };
}

export const conversationKeyOf = (message: Address, me: UserId): ConversationKey => keyOf(conversationOf(message, me));
