import { type Handlers, keyedLists } from "../handlers.ts";
import type { ChannelId } from "../ids.ts";
import { type ConversationKey, topicKey } from "../routes/conversation.ts";
import type { State, TopicPreference } from "../state.ts";
import { subscriptionTo } from "./channels.ts";

export const VISIBILITY = { inherited: 0, muted: 1, unmuted: 2, followed: 3 } as const;

const preferences = keyedLists(({ stream_id, topic_name }: TopicPreference) => topicKey(stream_id, topic_name));

/** The user's visibility policy for a topic: one of `VISIBILITY`. */
export const visibilityOf = (state: State, channel: ChannelId, topic: string): number =>
  visibilityByKey(state, topicKey(channel, topic));

export const visibilityByKey = (state: State, key: ConversationKey): number =>
  preferences.get(state.user_topics, key)?.visibility_policy ?? VISIBILITY.inherited;

export const topicsEvents: Handlers = {
  user_topic: (state, { stream_id, topic_name, last_updated, visibility_policy }) => {
    // The old preference is removed, because the new one belongs at the end of the list and may spell the topic
    // differently.
    preferences.take(state.user_topics, topicKey(stream_id, topic_name));
    if (visibility_policy === VISIBILITY.inherited) return;
    preferences.put(state.user_topics, { stream_id, topic_name, last_updated, visibility_policy });
  },
};

/** Returns a topic's display name. The server sends the one for the empty topic. */
export const topicName = (state: State, topic: string): string =>
  topic === "" ? state.realm_empty_topic_display_name : topic;

/** True if a topic is muted, or in a muted channel and neither followed nor unmuted. */
export const isHidden = (state: State, channel: ChannelId, topic: string): boolean =>
  hides(state, channel, visibilityOf(state, channel, topic));

export function hides(state: State, channel: ChannelId, visibility: number): boolean {
  if (visibility === VISIBILITY.muted) return true;
  return visibility === VISIBILITY.inherited && subscriptionTo(state, channel)?.is_muted === true;
}

const PREFIX = "✔ ";

export const isResolved = (topic: string): boolean => topic.startsWith(PREFIX);

export const unresolved = (topic: string): string => (isResolved(topic) ? topic.slice(PREFIX.length) : topic);

export const resolved = (topic: string): string => (isResolved(topic) ? topic : PREFIX + topic);
