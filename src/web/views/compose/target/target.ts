import { hasOneConversation } from "../../../model/channels/channel-rules.ts";
import { channelById } from "../../../model/channels/channels.ts";
import { topicName } from "../../../model/channels/topics.ts";
import type { UserId } from "../../../model/ids.ts";
import { userById } from "../../../model/people/users.ts";
import { type Conversation, isShownIn, type Target } from "../../../model/routes/conversation.ts";
import type { Route } from "../../../model/routes/place.ts";
import type { State } from "../../../model/state.ts";
import { composeWords } from "../../../words/compose.ts";
import { compareNames, listed } from "../../../words/format.ts";

/** Returns a target's conversation, or undefined if the target is incomplete. Spaces around a topic are ignored. */
export function conversationOfTarget(target: Target | undefined, me: UserId): Conversation | undefined {
  if (target === undefined) return undefined;
  if (target.kind === "topic") {
    const { channel, topic } = target;
    return channel === undefined ? undefined : { kind: "topic", channel, topic: topic.trim() };
  }
  if (target.users.length === 0) return undefined;
  return { kind: "direct", users: target.users.filter((id) => id !== me).sort((a, b) => a - b) };
}

/**
 * Returns true if the user sees a new message to the target in a place. A channel's topic list counts, because it shows
 * new topics.
 */
export const isWithin = (place: Route, target: Target, me: UserId): boolean =>
  isShownIn(place.view === "topics" ? { view: "channel", channel: place.channel } : place, target, me);

/** Returns people's names, in the same order as in all other lists. */
export const recipientNames = (state: State, users: readonly number[]): string[] =>
  users
    .map((id) => (id === state.user_id ? composeWords().yourself : (userById(state, id)?.full_name ?? "?")))
    .sort(compareNames);

/** Formats a target, such as "#operations › Crane 4 maintenance", "#lobby" or "Omar and Teresa". Returns "" without a target. */
export function whereOf(state: State, target: Target | undefined): string {
  if (target === undefined) return "";
  if (target.kind === "direct") return listed(recipientNames(state, target.users));
  const channel = target.channel === undefined ? undefined : channelById(state, target.channel);
  if (channel === undefined) return "";
  const topic = target.topic.trim();
  const isWhole = topic === "" && hasOneConversation(state, channel);
  return isWhole ? `#${channel.name}` : `#${channel.name} › ${topicName(state, topic)}`;
}
