import { statement } from "../../../../database/statement.ts";

/** Finds any message before an id within spans: a JSON list of conversation, first and last id. */
export const selectOlderInSpans = statement<{ spans: string; before: number }, { id: number }>(
  `SELECT i.id FROM json_each(:spans) s CROSS JOIN message_index i
     ON i.conversation_id = s.value ->> 0 AND i.id BETWEEN s.value ->> 1 AND min(s.value ->> 2, :before - 1)
   LIMIT 1`,
);
/** Finds any message of one topic before an id within spans. */
export const selectOlderInTopic = statement<{ spans: string; topic_key: string; before: number }, { id: number }>(
  `SELECT i.id FROM json_each(:spans) s
   CROSS JOIN topics t ON t.conversation_id = s.value ->> 0 AND t.name_key = :topic_key
   CROSS JOIN message_index i ON i.topic_id = t.id AND i.id BETWEEN s.value ->> 1 AND min(s.value ->> 2, :before - 1)
   LIMIT 1`,
);
/** Finds any message before an id that a user has flagged without having received it. */
export const selectOlderHistorical = statement<{ user: number; before: number }, { id: number }>(
  "SELECT message_id AS id FROM personal_flags WHERE user_id = :user AND message_id < :before AND flags & 16 LIMIT 1",
);
