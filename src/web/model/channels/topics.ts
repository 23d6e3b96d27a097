import type { Handlers } from "../handlers.ts";
import type { ChannelId } from "../ids.ts";
import { keyedLists } from "../keyed-list.ts";
import { type ConversationKey, topicKey } from "../places/conversation.ts";
import type { State, TopicPreference } from "../state.ts";

export const VISIBILITY = { inherited: 0, muted: 1, unmuted: 2, followed: 3 } as const;

const preferences = keyedLists(({ stream_id, topic_name }: TopicPreference) => topicKey(stream_id, topic_name));

/** The user's visibility policy for a topic, one of `VISIBILITY`. */
export const visibilityOf = (state: State, channel: ChannelId, topic: string): number =>
  visibilityByKey(state, topicKey(channel, topic));

export const visibilityByKey = (state: State, key: ConversationKey): number =>
  preferences.get(state.user_topics, key)?.visibility_policy ?? VISIBILITY.inherited;

export const topicsEvents: Handlers = {
  user_topic: (state, { stream_id, topic_name, last_updated, visibility_policy }) => {
    // The new preference goes to the end, and can spell the topic in another way.
    preferences.take(state.user_topics, topicKey(stream_id, topic_name));
    if (visibility_policy === VISIBILITY.inherited) return;
    preferences.put(state.user_topics, { stream_id, topic_name, last_updated, visibility_policy });
  },
};

/** The name that is shown for a topic; a topic with an empty name has a display name. */
export const topicName = (state: State, topic: string): string =>
  topic === "" ? state.realm_empty_topic_display_name : topic;
