import { statement } from "../../../database/statement.ts";
import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE topic_preferences (
     user_id INTEGER NOT NULL,
     channel_id INTEGER NOT NULL,
     topic_key TEXT NOT NULL,
     topic TEXT NOT NULL,
     policy INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     PRIMARY KEY (user_id, channel_id, topic_key)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX topic_preferences_by_topic ON topic_preferences (channel_id, topic_key);`,
];

/** The visibility policy of a user for one topic; without a row it is `none`, which inherits from the channel. */
export interface PreferenceRow {
  readonly user_id: UserId;
  readonly channel_id: ChannelId;
  readonly topic_key: string;
  /** The name of the topic as the user's client sent it. */
  readonly topic: string;
  readonly policy: 1 | 2 | 3;
  readonly updated_at: Seconds;
}

const columnList = "user_id, channel_id, topic_key, topic, policy, updated_at";
export const preferenceFor = statement<{ user: number; channel: number; key: string }, PreferenceRow>(
  `SELECT ${columnList} FROM topic_preferences WHERE user_id = :user AND channel_id = :channel AND topic_key = :key`,
);
export const preferencesOfUser = statement<{ user: number }, PreferenceRow>(
  `SELECT ${columnList} FROM topic_preferences WHERE user_id = :user ORDER BY updated_at, channel_id, topic_key`,
);
export const preferencesInTopic = statement<{ channel: number; key: string }, PreferenceRow>(
  `SELECT ${columnList} FROM topic_preferences WHERE channel_id = :channel AND topic_key = :key ORDER BY user_id`,
);
export const countOfUser = statement<{ user: number }, { count: number }>(
  "SELECT count(*) AS count FROM topic_preferences WHERE user_id = :user",
);
export const putPreference = statement<{
  user: number;
  channel: number;
  key: string;
  topic: string;
  policy: number;
  updated_at: Seconds;
}>(
  `INSERT INTO topic_preferences (user_id, channel_id, topic_key, topic, policy, updated_at)
   VALUES (:user, :channel, :key, :topic, :policy, :updated_at)
   ON CONFLICT (user_id, channel_id, topic_key) DO UPDATE
     SET topic = excluded.topic, policy = excluded.policy, updated_at = excluded.updated_at`,
);
export const deletePreference = statement<{ user: number; channel: number; key: string }>(
  "DELETE FROM topic_preferences WHERE user_id = :user AND channel_id = :channel AND topic_key = :key",
);
