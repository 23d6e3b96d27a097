import { derived } from "../capability.ts";
import type { ChannelId, UserId } from "../ids.ts";
import { isMutedUser } from "../people/users.ts";
import { type ConversationKey, directKey } from "../places/conversation.ts";
import type { State } from "../state.ts";
import { type UnreadConversation, unreadOf } from "../unread/unread-counts.ts";
import { channelSections } from "./channel-list.ts";

/** The direct conversations that the state lists, each by its other participants, the latest first. */
export const recentDirects = (state: State): readonly (readonly UserId[])[] =>
  [...state.recent_private_conversations]
    .sort((a, b) => b.max_message_id - a.max_message_id)
    .map(({ user_ids }) => user_ids);

type UnreadTopic = UnreadConversation & { readonly conversation: { readonly kind: "topic" } };

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

/** The topics of a channel that have unread messages: the newest first, and hidden ones last. */
export const unreadTopicsOf = (state: State, channel: ChannelId): readonly UnreadTopic[] =>
  topicsByChannel(state).get(channel) ?? NO_TOPICS;

export interface DirectConversation {
  readonly key: ConversationKey;
  /** The ids of the others, ascending; empty for the user's messages to themselves. */
  readonly users: readonly UserId[];
  readonly count: number;
}

/** The user's direct conversations, the latest first, without those with a muted user alone. */
export const directConversations = derived(["unread", "users"], (state): readonly DirectConversation[] => {
  const unread = unreadOf(state).conversations;
  return recentDirects(state)
    .filter((users) => !(users.length === 1 && users.some((id) => isMutedUser(state, id))))
    .map((users) => {
      const key = directKey(users);
      return { key, users, count: unread.get(key)?.count ?? 0 };
    });
});

/** The user's channels in the order in which they are listed. */
export const channelsInOrder = (state: State): readonly ChannelId[] =>
  channelSections(state).flatMap(({ active, inactive }) => [...active, ...inactive].map((one) => one.stream_id));

interface Inbox {
  /** The conversations addressed to the user, the newest first: direct ones, and topics that mention the user. */
  readonly mine: readonly UnreadConversation[];
  /** The other topics by channel, in the order of the sidebar. */
  readonly channels: readonly { readonly channel: ChannelId; readonly topics: readonly UnreadConversation[] }[];
}

/** The unread conversations for the inbox. Muted topics are shown if they mention the user. */
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
