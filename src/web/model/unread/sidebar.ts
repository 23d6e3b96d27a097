import { derived } from "../capability.ts";
import { channelSections } from "../channels/channel-list.ts";
import type { ChannelId, UserId } from "../ids.ts";
import { isMutedUser } from "../people/users.ts";
import { type ConversationKey, directKey } from "../routes/conversation.ts";
import type { State } from "../state.ts";
import { type UnreadConversation, unreadOf } from "./unread-counts.ts";

/** The listed direct conversations, newest first, each as the ids of its other participants. */
export const recentDirects = (state: State): readonly (readonly UserId[])[] =>
  [...state.recent_private_conversations]
    .sort((a, b) => b.max_message_id - a.max_message_id)
    .map(({ user_ids }) => user_ids);

export type UnreadTopic = UnreadConversation & { readonly conversation: { readonly kind: "topic" } };

const NO_TOPICS: readonly UnreadTopic[] = [];
const isTopic = (one: UnreadConversation): one is UnreadTopic => one.conversation.kind === "topic";

const topicsByChannel = derived(["unread", "topics", "channels", "users"], (state) => {
  const found = new Map<ChannelId, UnreadTopic[]>();
  for (const one of unreadOf(state).conversations.values()) {
    if (!isTopic(one)) continue;
    const list = found.get(one.conversation.channel) ?? [];
    list.push(one);
    found.set(one.conversation.channel, list);
  }
  for (const list of found.values()) list.sort((a, b) => Number(a.isHidden) - Number(b.isHidden) || b.last - a.last);
  return found;
});

/** The unread topics of a channel, newest first, with hidden ones last. */
export const unreadTopicsOf = (state: State, channel: ChannelId): readonly UnreadTopic[] =>
  topicsByChannel(state).get(channel) ?? NO_TOPICS;

export interface DirectConversation {
  readonly key: ConversationKey;
  /** The other participants' ids, ascending. Empty for the user's messages to themselves. */
  readonly users: readonly UserId[];
  readonly count: number;
}

/** The user's direct conversations, newest first, except one-on-one conversations with muted users. */
export const directConversations = derived(["unread", "users"], (state): readonly DirectConversation[] => {
  const unread = unreadOf(state).conversations;
  return recentDirects(state)
    .filter((users) => !(users.length === 1 && users.some((id) => isMutedUser(state, id))))
    .map((users) => {
      const key = directKey(users);
      return { key, users, count: unread.get(key)?.count ?? 0 };
    });
});

/**
 * Returns the channels that can have unread messages: first those in the sidebar, in its order, then others, such as
 * archived channels.
 */
export function channelsInOrder(state: State): readonly ChannelId[] {
  const listed = channelSections(state).flatMap(({ active, inactive }) => [...active, ...inactive]);
  return [...new Set([...listed.map((one) => one.stream_id), ...topicsByChannel(state).keys()])];
}

interface Inbox {
  /** Conversations addressed to the user, newest first: direct messages, and topics that mention the user. */
  readonly mine: readonly UnreadConversation[];
  /** The other topics by channel, in sidebar order. */
  readonly channels: readonly { readonly channel: ChannelId; readonly topics: readonly UnreadConversation[] }[];
}

/** Unread conversations for the inbox. Muted topics are included if they mention the user. */
export const inboxOf = derived(["unread", "channels", "topics", "users", "account"], (state): Inbox => {
  const isMine = (one: UnreadConversation) => one.conversation.kind === "direct" || one.mentions > 0;
  const isShown = (one: UnreadConversation) => !one.isHidden || one.mentions > 0;
  return {
    mine: [...unreadOf(state).conversations.values()]
      .filter((one) => isShown(one) && isMine(one))
      .sort((a, b) => b.last - a.last),
    channels: channelsInOrder(state)
      .map((channel) => ({
        channel,
        topics: unreadTopicsOf(state, channel).filter((one) => isShown(one) && !isMine(one)),
      }))
      .filter(({ topics }) => topics.length > 0),
  };
});
