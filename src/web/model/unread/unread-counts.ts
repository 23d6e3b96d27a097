import { derived } from "../capability.ts";
import { hides, VISIBILITY, visibilityByKey } from "../channels/topics.ts";
import type { ChannelId, MessageId, UserId } from "../ids.ts";
import { isMutedUser } from "../people/users.ts";
import { type Conversation, type ConversationKey, topicKey } from "../routes/conversation.ts";
import type { State } from "../state.ts";
import { unreadIndexOf } from "./unread-events.ts";
import { othersIn, type UnreadEntry } from "./unread-index.ts";

export interface UnreadConversation {
  readonly key: ConversationKey;
  readonly conversation: Conversation;
  readonly ids: readonly MessageId[];
  readonly count: number;
  readonly last: MessageId;
  /** Number of unread messages that mention the user. */
  readonly mentions: number;
  /** True if the user muted the conversation. */
  readonly isHidden: boolean;
}

interface UnreadChannel {
  /** Unread messages in topics that aren't hidden. */
  readonly count: number;
  readonly mentions: number;
}

interface Unread {
  readonly conversations: ReadonlyMap<ConversationKey, UnreadConversation>;
  readonly channels: ReadonlyMap<ChannelId, UnreadChannel>;
  /** Unread direct messages, except those from muted users. */
  readonly directs: number;
  readonly mentions: number;
  /** Direct messages and mentions, each counted once. */
  readonly mine: number;
  /** All unread messages that aren't hidden. */
  readonly total: number;
}

const NO_CHANNEL: UnreadChannel = { count: 0, mentions: 0 };

export const unreadOf = derived(["unread", "topics", "channels", "users"], (state): Unread => {
  const mentioned = mentionsByKey(state);
  const conversations = new Map<ConversationKey, UnreadConversation>();
  const channels = new Map<ChannelId, UnreadChannel>();
  let [directs, mine, total] = [0, 0, 0];
  for (const [key, entry] of unreadIndexOf(state).entries) {
    const visibility = "stream_id" in entry ? visibilityByKey(state, key) : VISIBILITY.inherited;
    const one = unreadConversation(state, { key, entry, visibility, mentions: mentioned.get(key) ?? 0 });
    const { conversation, count, isHidden } = one;
    conversations.set(key, one);
    if (!isHidden) total += count;
    const isDirect = conversation.kind === "direct";
    mine += isDirect && !isHidden ? count : one.mentions;
    if (isDirect) directs += isHidden ? 0 : count;
    else channels.set(conversation.channel, withTopic(channels.get(conversation.channel), one));
  }
  return { conversations, channels, directs, mentions: state.unread_msgs.mentions.length, mine, total };
});

const withTopic = ({ count, mentions } = NO_CHANNEL, topic: UnreadConversation): UnreadChannel => ({
  count: count + (topic.isHidden ? 0 : topic.count),
  mentions: mentions + topic.mentions,
});

function mentionsByKey(state: State): ReadonlyMap<ConversationKey, number> {
  const counts = new Map<ConversationKey, number>();
  for (const id of state.unread_msgs.mentions) {
    const key = unreadIndexOf(state).keyOf(id);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

interface UnreadSource {
  readonly key: ConversationKey;
  readonly entry: UnreadEntry;
  readonly visibility: number;
  readonly mentions: number;
}

function unreadConversation(state: State, { key, entry, visibility, mentions }: UnreadSource): UnreadConversation {
  const ids = entry.unread_message_ids;
  const last = ids.at(-1) ?? 0;
  const conversation = conversationOfEntry(state, entry);
  const isHidden =
    conversation.kind === "topic"
      ? hides(state, conversation.channel, visibility)
      : isOfMuted(state, conversation.users);
  return { key, conversation, ids, count: ids.length, last, mentions, isHidden };
}

function conversationOfEntry(state: State, entry: UnreadEntry): Conversation {
  if ("stream_id" in entry) return { kind: "topic", channel: entry.stream_id, topic: entry.topic };
  if ("user_ids_string" in entry) return { kind: "direct", users: othersIn(entry, state.user_id) };
  return { kind: "direct", users: entry.other_user_id === state.user_id ? [] : [entry.other_user_id] };
}

const isOfMuted = (state: State, [first, ...others]: readonly UserId[]): boolean =>
  first !== undefined && others.length === 0 && isMutedUser(state, first);

export const unreadInTopic = (state: State, channel: ChannelId, topic: string): UnreadConversation | undefined =>
  unreadOf(state).conversations.get(topicKey(channel, topic));

export const isUnread = (state: State, id: MessageId): boolean => unreadIndexOf(state).has(id);
