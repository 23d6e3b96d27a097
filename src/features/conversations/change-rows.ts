import { statement } from "../../database/statement.ts";
import type { MessageId } from "../../protocol/ids.ts";
import type { MessageIndexRow } from "./rows.ts";

export const newestPlaces = statement<{ topic: number; first: number; last: number; most: number }, MessageIndexRow>(
  `SELECT id, conversation_id, topic_id, sender_id FROM message_index
   WHERE topic_id = :topic AND id BETWEEN :first AND :last ORDER BY id DESC LIMIT :most`,
);
export const selectTopicExtent = statement<
  { topic: number; first: number; last: number },
  { count: number; oldest: MessageId | null }
>(
  `SELECT count(*) AS count, min(id) AS oldest FROM message_index
   WHERE topic_id = :topic AND id BETWEEN :first AND :last`,
);
export const setPlaces = statement<{ ids: string; conversation: number; topic: number }>(
  `UPDATE message_index SET conversation_id = :conversation, topic_id = :topic
   WHERE id IN (SELECT value FROM json_each(:ids))`,
);
export const deletePlaces = statement<{ ids: string }>(
  "DELETE FROM message_index WHERE id IN (SELECT value FROM json_each(:ids))",
);
export const oldestPlaces = statement<{ conversation: number; before: number; most: number }, MessageIndexRow>(
  `SELECT id, conversation_id, topic_id, sender_id FROM message_index
   WHERE conversation_id = :conversation AND id < :before ORDER BY id LIMIT :most`,
);
export const placesOfConversation = statement<
  { conversation: number; after: number; last: number; most: number },
  MessageIndexRow
>(
  `SELECT id, conversation_id, topic_id, sender_id FROM message_index
   WHERE conversation_id = :conversation AND id > :after AND id <= :last ORDER BY id LIMIT :most`,
);
export const sentPlaces = statement<{ sender: number; first: number; last: number; most: number }, MessageIndexRow>(
  `SELECT id, conversation_id, topic_id, sender_id FROM message_index
   WHERE id BETWEEN :first AND :last AND sender_id = :sender ORDER BY id LIMIT :most`,
);
export const placesWithin = statement<{ first: number; last: number; most: number }, MessageIndexRow>(
  `SELECT id, conversation_id, topic_id, sender_id FROM message_index
   WHERE id BETWEEN :first AND :last ORDER BY id LIMIT :most`,
);
export const placesBeforeIn = statement<{ conversation: number; before: number; most: number }, MessageIndexRow>(
  `SELECT id, conversation_id, topic_id, sender_id FROM message_index
   WHERE conversation_id = :conversation AND id < :before ORDER BY id DESC LIMIT :most`,
);
/** Finds direct messages, which have no topic. Every channel message has one. */
export const directPlaces = statement<{ first: number; last: number; most: number }, MessageIndexRow>(
  `SELECT id, conversation_id, topic_id, sender_id FROM message_index
   WHERE id BETWEEN :first AND :last AND topic_id IS NULL ORDER BY id LIMIT :most`,
);
export const oldestInConversation = statement<{ conversation: number }, { id: MessageId | null }>(
  "SELECT min(id) AS id FROM message_index WHERE conversation_id = :conversation",
);
export const countOldest = statement<{ conversation: number; before: number; most: number }, { count: number }>(
  `SELECT count(*) AS count FROM
   (SELECT 1 FROM message_index WHERE conversation_id = :conversation AND id < :before LIMIT :most)`,
);
export const countDirects = statement<{ first: number; last: number; most: number }, { count: number }>(
  `SELECT count(*) AS count FROM
   (SELECT 1 FROM message_index WHERE id BETWEEN :first AND :last AND topic_id IS NULL LIMIT :most)`,
);
