import type { ChannelId } from "./ids.ts";

export const VISIBILITY = { inherited: 0, muted: 1, unmuted: 2, followed: 3 } as const;

/** What one has said of a topic. */
export interface TopicPreference {
  readonly stream_id: ChannelId;
  readonly topic_name: string;
  readonly last_updated: number;
  readonly visibility_policy: number;
}

export interface TopicsState {
  user_topics: TopicPreference[];
}
