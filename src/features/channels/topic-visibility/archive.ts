import * as v from "valibot";
import { statement } from "../../../database/statement.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import { type Seconds, seconds } from "../../../util/time.ts";
import { importedTopic } from "../../conversations/archive.ts";
import { topicKey } from "../../conversations/topic-name.ts";

const policySchema = v.picklist([1, 2, 3]);

export const preferenceArchive = ownedArchive("topic_preferences", {
  most: { number: limits.account.topic_preferences },
  reading: { key: ["user_id", "channel_id", "topic_key"], columns: ["topic", "policy", "updated_at"] },
  row(row, { filter }) {
    const channel_id = row.number("channel_id");
    // If the export doesn't have a channel, its user doesn't see it either.
    if (!filter.includesChannel(channel_id)) return undefined;
    return {
      user_id: row.number("user_id"),
      channel_id,
      topic: row.text("topic"),
      visibility_policy: v.parse(policySchema, row.number("policy")),
      last_updated: row.number("updated_at"),
    };
  },
  write(writing, user, row) {
    const channel = writing.id("channel", row.channel_id);
    if (channel === undefined) return LeftOut.unknownChannel;
    const topic = importedTopic(row.topic);
    const topic_key = topicKey(topic);
    const { visibility_policy: policy, last_updated } = row;
    const values = { user, channel, topic_key, topic, policy, updated_at: seconds(last_updated) };
    return { key: `${channel} ${topic_key}`, write: () => insertPreference.run(writing.realm.sql, values) };
  },
});

const insertPreference = statement<{
  user: number;
  channel: number;
  topic_key: string;
  topic: string;
  policy: number;
  updated_at: Seconds;
}>(
  `INSERT OR IGNORE INTO topic_preferences (user_id, channel_id, topic_key, topic, policy, updated_at)
   VALUES (:user, :channel, :topic_key, :topic, :policy, :updated_at)`,
);
