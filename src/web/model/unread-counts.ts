import { type Conversation, type ConversationKey, topicKey } from "./conversation.ts";
import { derived } from "./derived.ts";
import type { ChannelId, MessageId } from "./ids.ts";
import { isHidden } from "./muting.ts";
import { isMutedUser } from "./people.ts";
import type { State } from "./state.ts";
import { VISIBILITY, visibilityOf } from "./topics.ts";
import { unreadIndexOf } from "./unread-events.ts";
import { othersIn } from "./unread-index.ts";

/** A conversation in which something is unread. */
export interface UnreadConversation {
  readonly key: ConversationKey;
  readonly conversation: Conversation;
  /** Ascending. */
  readonly ids: readonly MessageId[];
  readonly count: number;
  readonly first: MessageId;
  readonly last: MessageId;
  /** How many of them mention one. */
  readonly mentions: number;
  /** One has muted it, and does not want to hear of it. */
  readonly isHidden: boolean;
}

export interface UnreadChannel {
  /** What is unread in topics that are not hidden. */
  readonly count: number;
  readonly hidden: number;
  readonly mentions: number;
}

export interface Unread {
  readonly conversations: ReadonlyMap<ConversationKey, UnreadConversation>;
  readonly channels: ReadonlyMap<ChannelId, UnreadChannel>;
  /** Direct messages, without those of people whom one has muted. */
  readonly directs: number;
  readonly mentions: number;
  readonly followed: number;
  /** All that is not hidden. */
  readonly total: number;
}

const NO_CHANNEL: UnreadChannel = { count: 0, hidden: 0, mentions: 0 };

/** What is unread, by conversation, and how much of it there is. */
export const unreadOf = derived(["unread", "topics", "channels", "users"], (state): Unread => {
  const mentioned = new Set(state.unread_msgs.mentions);
  const conversations = conversationsOf(state, mentioned);
  const channels = new Map<ChannelId, UnreadChannel>();
  let [directs, followed, total] = [0, 0, 0];
  for (const { conversation, count, mentions, isHidden } of conversations.values()) {
    if (!isHidden) total += count;
    if (conversation.kind === "direct") {
      if (!isHidden) directs += count;
      continue;
    }
    const { channel } = conversation;
    const before = channels.get(channel) ?? NO_CHANNEL;
    channels.set(channel, {
      count: before.count + (isHidden ? 0 : count),
      hidden: before.hidden + (isHidden ? count : 0),
      mentions: before.mentions + mentions,
    });
    if (isFollowed(state, conversation)) followed += count;
  }
  return { conversations, channels, directs, mentions: mentioned.size, followed, total };
});

function conversationsOf(state: State, mentioned: ReadonlySet<MessageId>) {
  const conversations = new Map<ConversationKey, UnreadConversation>();
  for (const [key, entry] of unreadIndexOf(state).entries) {
    const ids = entry.unread_message_ids;
    const [first, last] = [ids[0] ?? 0, ids.at(-1) ?? 0];
    const mentions = mentioned.size === 0 ? 0 : ids.reduce((sum, id) => sum + (mentioned.has(id) ? 1 : 0), 0);
    const conversation = conversationOfEntry(state, entry);
    const isHidden = hides(state, conversation);
    conversations.set(key, { key, conversation, ids, count: ids.length, first, last, mentions, isHidden });
  }
  return conversations;
}

type Entry = ReturnType<typeof unreadIndexOf>["entries"] extends ReadonlyMap<string, infer One> ? One : never;

function conversationOfEntry(state: State, entry: Entry): Conversation {
  if ("stream_id" in entry) return { kind: "topic", channel: entry.stream_id, topic: entry.topic };
  if ("user_ids_string" in entry) return { kind: "direct", users: othersIn(entry, state.user_id) };
  return { kind: "direct", users: entry.other_user_id === state.user_id ? [] : [entry.other_user_id] };
}

function hides(state: State, conversation: Conversation): boolean {
  if (conversation.kind === "topic") return isHidden(state, conversation.channel, conversation.topic);
  const [first] = conversation.users;
  return conversation.users.length === 1 && first !== undefined && isMutedUser(state, first);
}

export const unreadInTopic = (state: State, channel: ChannelId, topic: string): UnreadConversation | undefined =>
  unreadOf(state).conversations.get(topicKey(channel, topic));

export const isUnread = (state: State, id: MessageId): boolean => unreadIndexOf(state).has(id);

const isFollowed = (state: State, { channel, topic }: Extract<Conversation, { readonly kind: "topic" }>): boolean =>
  visibilityOf(state, channel, topic) === VISIBILITY.followed;

/** What counts in the page's title and the app's icon: all; what is for oneself, and followed topics; that without them; nothing. */
const IN_TITLE = { all: 1, followed: 2, own: 3, none: 4 } as const;

export function countInTitle(state: State): number {
  const { conversations, total } = unreadOf(state);
  const counted = state.user_settings.desktop_icon_count_display;
  if (counted === IN_TITLE.all) return total;
  if (counted === IN_TITLE.none) return 0;
  let sum = 0;
  for (const { conversation, count, mentions, isHidden } of conversations.values()) {
    const isWhole =
      conversation.kind === "direct" || (counted === IN_TITLE.followed && isFollowed(state, conversation));
    sum += isWhole && !isHidden ? count : mentions;
  }
  return sum;
}
