import { statement } from "../../../database/statement.ts";
import type { ConversationId, MessageId, TopicId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- When each user got their last digest.
   CREATE TABLE digests (user_id INTEGER PRIMARY KEY, written_at INTEGER NOT NULL) STRICT;`,
];

export const digestOf = statement<{ user: number }, { written_at: Seconds }>(
  "SELECT written_at FROM digests WHERE user_id = :user",
);
export const putDigest = statement<{ user: number; written_at: Seconds }>(
  `INSERT INTO digests (user_id, written_at) VALUES (:user, :written_at)
   ON CONFLICT (user_id) DO UPDATE SET written_at = excluded.written_at`,
);

/** Topics with messages from a given one on, most authors first. */
export const busiestTopics = statement<
  { first: number; most: number },
  { conversation_id: ConversationId; topic_id: TopicId; newest: MessageId }
>(
  `SELECT conversation_id, topic_id, max(id) AS newest FROM message_index
   WHERE id >= :first AND topic_id IS NOT NULL
   GROUP BY topic_id ORDER BY count(DISTINCT sender_id) DESC, count(*) DESC, newest DESC LIMIT :most`,
);
