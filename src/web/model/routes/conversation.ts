import type { ChannelId, UserId } from "../ids.ts";
import type { ChannelMessage, DirectMessage } from "../message.ts";
import type { Route } from "./place.ts";

export type Conversation =
  | { readonly kind: "topic"; readonly channel: ChannelId; readonly topic: string }
  /** `users` are the other participants' ids, ascending. Empty for messages to oneself. */
  | { readonly kind: "direct"; readonly users: readonly UserId[] };

/** Identifies a conversation. All spellings of a topic share a key. */
export type ConversationKey = string;

/** Returns a key for a topic's name that is equal for all its spellings, as on the server. */
export const topicNameKey = (topic: string): string => topic.trim().normalize("NFC").toLowerCase();

export const topicKey = (channel: ChannelId, topic: string): ConversationKey => `${channel}:${topicNameKey(topic)}`;
export const directKey = (users: readonly UserId[]): ConversationKey =>
  `@${[...users].sort((a, b) => a - b).join(",")}`;

export const conversationKey = (conversation: Conversation): ConversationKey =>
  conversation.kind === "topic" ? topicKey(conversation.channel, conversation.topic) : directKey(conversation.users);

/** The message fields that identify the conversation. */
type Address =
  | Pick<ChannelMessage, "type" | "stream_id" | "subject">
  | Pick<DirectMessage, "type" | "display_recipient">;

export function conversationOf(message: Address, me: UserId): Conversation {
  if (message.type === "stream") return { kind: "topic", channel: message.stream_id, topic: message.subject };
  const users = message.display_recipient.map((one) => one.id).filter((id) => id !== me);
  return { kind: "direct", users: users.sort((a, b) => a - b) };
}

export const conversationKeyOf = (message: Address, me: UserId): ConversationKey =>
  conversationKey(conversationOf(message, me));

export const placeOfConversation = (to: Conversation): Extract<Route, { view: "topic" | "direct" }> =>
  to.kind === "topic" ? { view: "topic", channel: to.channel, topic: to.topic } : { view: "direct", users: to.users };

/**
 * Returns the key of the conversation that a place shows, or undefined if the place doesn't show a single conversation.
 */
export function conversationKeyAt(place: Route): ConversationKey | undefined {
  if (place.view === "topic") return topicKey(place.channel, place.topic);
  return place.view === "direct" ? directKey(place.users) : undefined;
}

/** Returns a message's recipients in API form. */
export const recipientsOf = (to: Conversation, me: UserId) =>
  to.kind === "topic"
    ? { type: "channel", to: to.channel, topic: to.topic }
    : { type: "direct", to: to.users.length === 0 ? [me] : to.users };

/** A message's destination, which may be incomplete. */
export type Target =
  | { readonly kind: "topic"; readonly channel: ChannelId | undefined; readonly topic: string }
  /**
   * `users` are the other participants' ids, or just the user's own id for messages to themselves. Empty while no one
   * is chosen.
   */
  | { readonly kind: "direct"; readonly users: readonly UserId[] };

export const isSameTarget = (one: Target | undefined, other: Target | undefined): boolean =>
  one === other ||
  (one?.kind === "topic" && other?.kind === "topic"
    ? one.channel === other.channel && topicNameKey(one.topic) === topicNameKey(other.topic)
    : one?.kind === "direct" && other?.kind === "direct" && sameUsers(one.users, other.users));

const sameUsers = (some: readonly UserId[], others: readonly UserId[]) =>
  some.length === others.length && some.every((id) => others.includes(id));

const directTarget = (users: readonly UserId[], me: UserId): Target => {
  const others = users.filter((id) => id !== me);
  return { kind: "direct", users: others.length === 0 ? [me] : others };
};

/** The target of a message written in a place, or undefined if the place shows several conversations. */
export function targetOf(place: Route, me: UserId): Target | undefined {
  switch (place.view) {
    case "topic":
      return { kind: "topic", channel: place.channel, topic: place.topic };
    case "channel":
    case "topics":
      return { kind: "topic", channel: place.channel, topic: "" };
    case "direct":
      return directTarget(place.users, me);
    default:
      return undefined;
  }
}

export const targetOfConversation = (to: Conversation, me: UserId): Target =>
  to.kind === "topic" ? to : directTarget(to.users, me);

/** Whether messages to a target appear in a place. */
export function isShownIn(place: Route, target: Target, me: UserId): boolean {
  switch (place.view) {
    case "topic":
    case "direct":
      return isSameTarget(targetOf(place, me), target);
    case "channel":
      return target.kind === "topic" && target.channel === place.channel;
    case "combined":
      return true;
    case "directs":
      return target.kind === "direct";
    default:
      return false;
  }
}
