import { VISIBILITY, visibilityOf } from "../channels/topics.ts";
import type { ChannelId, MessageId } from "../ids.ts";
import { type Conversation, type ConversationKey, conversationKeyAt, topicKey } from "../routes/conversation.ts";
import type { Route } from "../routes/place.ts";
import type { State } from "../state.ts";
import { channelsInOrder, directConversations, unreadTopicsOf } from "./sidebar.ts";
import { type UnreadConversation, unreadOf } from "./unread-counts.ts";

export type UnreadKind = "topic" | "followed" | "direct" | "any";

/** Unread conversations in sidebar order, and the position of a place among them. */
interface UnreadList {
  readonly list: readonly UnreadConversation[];
  /** Number of conversations up to and including the place, or undefined if the place has no position in the list. */
  readonly before: number | undefined;
}

/**
 * Returns the next unread conversation after a place in the sidebar, wrapping to the top after the last one. Skips
 * hidden conversations, except topics that mention the user. `newest` is the shown topic's latest message, if known. It
 * determines the position of a topic that has no unread messages.
 */
export function nextUnread(state: State, from: Route, kind: UnreadKind, newest?: MessageId): Conversation | undefined {
  const here = conversationKeyAt(from);
  const { list, before = 0 } = unreadAround(state, from, { kind, newest });
  const next = [...list.slice(before), ...list.slice(0, before)].find(
    (one) =>
      one.key !== here &&
      !(one.isHidden && (one.mentions === 0 || one.conversation.kind === "direct")) &&
      (kind !== "followed" || isFollowed(state, one.conversation)),
  );
  return next?.conversation;
}

interface NextUnreadOptions {
  readonly kind: UnreadKind;
  readonly newest: MessageId | undefined;
}

function unreadAround(state: State, from: Route, { kind, newest }: NextUnreadOptions): UnreadList {
  if (kind === "direct") return unreadDirects(state, from);
  const topics = unreadTopics(state, from, newest);
  if (kind !== "any") return topics;
  const directs = unreadDirects(state, from);
  const beforeDirects = directs.before === undefined ? undefined : topics.list.length + directs.before;
  return { list: [...topics.list, ...directs.list], before: topics.before ?? beforeDirects };
}

function unreadTopics(state: State, from: Route, newest: MessageId | undefined): UnreadList {
  const here = channelAt(from);
  const list: UnreadConversation[] = [];
  let before: number | undefined;
  for (const channel of channelsInOrder(state)) {
    const topics = unreadTopicsOf(state, channel);
    if (channel === here) before = list.length + (from.view === "topic" ? countBefore(topics, from, newest) : 0);
    list.push(...topics);
  }
  return { list, before };
}

/** Counts a channel's unread topics before a topic, including the topic itself if it is unread. */
function countBefore(
  topics: readonly UnreadConversation[],
  { channel, topic }: { readonly channel: ChannelId; readonly topic: string },
  newest = Number.POSITIVE_INFINITY,
): number {
  const at = topics.findIndex(({ key }) => key === topicKey(channel, topic));
  return at >= 0 ? at + 1 : topics.filter(({ isHidden, last }) => !isHidden && last > newest).length;
}

function unreadDirects(state: State, from: Route): UnreadList {
  const unread = unreadOf(state).conversations;
  const listed = directConversations(state).map(({ key }) => key);
  // Conversations older than the server's list come last.
  const older = [...unread.values()].filter(({ conversation }) => conversation.kind === "direct").map(({ key }) => key);
  const keys = [...new Set([...listed, ...older])];
  const of = (some: readonly ConversationKey[]) => some.flatMap((key) => unread.get(key) ?? []);
  const at = keys.indexOf(conversationKeyAt(from) ?? "");
  const isAmong = from.view === "direct" || from.view === "directs";
  return { list: of(keys), before: isAmong ? of(keys.slice(0, at + 1)).length : undefined };
}

const channelAt = (place: Route): ChannelId | undefined =>
  place.view === "topic" || place.view === "channel" || place.view === "topics" ? place.channel : undefined;

const isFollowed = (state: State, one: Conversation) =>
  one.kind === "topic" && visibilityOf(state, one.channel, one.topic) === VISIBILITY.followed;
