import { type NoParams, statement } from "../../database/statement.ts";
import type { ConversationId, MessageId, TopicId, UserId } from "../../protocol/ids.ts";

/**
 * A conversation is what Zulip calls a recipient: a channel, or a set of users who exchange direct messages. The realm
 * keeps an index row for each message, so that permissions, topics and read state never wait for D1. The rows with the
 * text (`messages`) are in D1, with only the newest in the realm.
 */
export const schema = [
  `CREATE TABLE conversations (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     -- Participants' ids, ascending, separated by commas. Null for a channel.
     members TEXT UNIQUE
   ) STRICT;
   CREATE TABLE conversation_members (
     user_id INTEGER NOT NULL, conversation_id INTEGER NOT NULL, PRIMARY KEY (user_id, conversation_id)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE topics (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     conversation_id INTEGER NOT NULL,
     -- As spelled in its newest message.
     name TEXT NOT NULL,
     name_key TEXT NOT NULL,
     UNIQUE (conversation_id, name_key)
   ) STRICT;
   CREATE TABLE message_index (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     conversation_id INTEGER NOT NULL,
     topic_id INTEGER,
     sender_id INTEGER NOT NULL
   ) STRICT;
   -- Covers all columns, for queries over many messages of a conversation.
   CREATE INDEX message_index_by_conversation ON message_index (conversation_id, id, topic_id, sender_id);
   CREATE INDEX message_index_by_topic ON message_index (topic_id, id, sender_id) WHERE topic_id IS NOT NULL;
   -- For a topic's senders, regardless of how many messages they have sent.
   CREATE INDEX message_index_by_sender ON message_index (topic_id, sender_id) WHERE topic_id IS NOT NULL;
   -- The first message of each hour that has one, in hours since 1970.
   CREATE TABLE message_hours (hour INTEGER PRIMARY KEY, first_message INTEGER NOT NULL) STRICT;`,
];

/** A row of the message index: conversation, topic and sender of a message. */
export interface MessageIndexRow {
  readonly id: MessageId;
  readonly conversation_id: ConversationId;
  readonly topic_id: TopicId | null;
  readonly sender_id: UserId;
}

export interface TopicRow {
  readonly id: TopicId;
  readonly conversation_id: ConversationId;
  readonly name: string;
  readonly name_key: string;
}

export const insertConversation = statement<{ members: string | null }, { id: ConversationId }>(
  "INSERT INTO conversations (members) VALUES (:members) RETURNING id",
);
export const conversationOf = statement<{ members: string }, { id: ConversationId }>(
  "SELECT id FROM conversations WHERE members = :members",
);
export const membersOfMany = statement<{ ids: string }, { id: ConversationId; members: string }>(
  `SELECT id, members FROM conversations
   WHERE members IS NOT NULL AND id IN (SELECT value FROM json_each(:ids)) ORDER BY id`,
);
export const insertMembers = statement<{ conversation: number; users: string }>(
  `INSERT INTO conversation_members (user_id, conversation_id)
   SELECT value, :conversation FROM json_each(:users)`,
);
export const conversationsOfMember = statement<{ user: number }, { id: ConversationId; members: string }>(
  `SELECT c.id, c.members FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id
   WHERE m.user_id = :user ORDER BY c.id`,
);
export const sharedConversations = statement<{ user: number; other: number }, { id: ConversationId; members: string }>(
  `SELECT c.id, c.members FROM conversation_members m
   JOIN conversation_members o ON o.user_id = :other AND o.conversation_id = m.conversation_id
   JOIN conversations c ON c.id = m.conversation_id
   WHERE m.user_id = :user ORDER BY c.id`,
);
export const isMember = statement<{ user: number; conversation: number }, { one: number }>(
  "SELECT 1 AS one FROM conversation_members WHERE user_id = :user AND conversation_id = :conversation",
);
export const latestConversations = statement<{ user: number; most: number }, { members: string; newest: MessageId }>(
  `SELECT c.members, (SELECT max(i.id) FROM message_index i WHERE i.conversation_id = c.id) AS newest
   FROM conversation_members m JOIN conversations c ON c.id = m.conversation_id
   WHERE m.user_id = :user AND newest IS NOT NULL ORDER BY newest DESC LIMIT :most`,
);

const topicColumns = "id, conversation_id, name, name_key";
export const topicByKey = statement<{ conversation: number; name_key: string }, TopicRow>(
  `SELECT ${topicColumns} FROM topics WHERE conversation_id = :conversation AND name_key = :name_key`,
);
export const topicById = statement<{ id: number }, TopicRow>(`SELECT ${topicColumns} FROM topics WHERE id = :id`);
export const topicsByIds = statement<{ ids: string }, TopicRow>(
  `SELECT ${topicColumns} FROM topics WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id`,
);
export const insertTopic = statement<{ conversation: number; name: string; name_key: string }, TopicRow>(
  `INSERT INTO topics (conversation_id, name, name_key) VALUES (:conversation, :name, :name_key)
   RETURNING ${topicColumns}`,
);
export const setTopicName = statement<{ id: number; name: string }>("UPDATE topics SET name = :name WHERE id = :id");

/** `spans` is a list of inclusive id ranges that limit a topic's messages. */
export const topicsWithin = statement<
  { conversation: number; spans: string },
  { id: TopicId; name: string; newest: MessageId }
>(
  `SELECT topics.id AS id, name, max((
     SELECT max(i.id) FROM message_index i WHERE i.topic_id = topics.id AND i.id BETWEEN s.value ->> 0 AND s.value ->> 1
   )) AS newest
   FROM topics, json_each(:spans) s WHERE conversation_id = :conversation
   GROUP BY topics.id HAVING newest IS NOT NULL ORDER BY newest DESC`,
);
export const newestPlaces = statement<{ most: number }, { id: MessageId; conversation_id: ConversationId }>(
  "SELECT id, conversation_id FROM message_index ORDER BY id DESC LIMIT :most",
);
/** `spans` is a list of triples: conversation, first id, last id. */
export const newestWithin = statement<{ spans: string }, { id: MessageId | null }>(
  `SELECT max((
     SELECT max(i.id) FROM message_index i
     WHERE i.conversation_id = s.value ->> 0 AND i.id BETWEEN s.value ->> 1 AND s.value ->> 2
   )) AS id FROM json_each(:spans) s`,
);
export const newestInTopic = statement<{ topic: number; first: number; last: number }, { id: MessageId | null }>(
  "SELECT max(id) AS id FROM message_index WHERE topic_id = :topic AND id BETWEEN :first AND :last",
);
export const newestInConversation = statement<{ conversation: number }, { id: MessageId | null }>(
  "SELECT max(id) AS id FROM message_index WHERE conversation_id = :conversation",
);
/** Senders of the newest messages after an id, in a conversation or one of its topics. */
export const sendersAmongNewest = statement<
  { conversation: number; topic: number | null; after: number; most: number },
  { sender_id: UserId }
>(
  `SELECT DISTINCT sender_id FROM (
     SELECT sender_id FROM message_index
     WHERE conversation_id = :conversation AND id > :after AND (:topic IS NULL OR topic_id = :topic)
     ORDER BY id DESC LIMIT :most)`,
);
/** Finds each sender in a topic from the previous one, so that a sender's many messages cost no more than one. */
export const sendersInTopic = statement<{ topic: number }, { sender_id: UserId }>(
  `WITH RECURSIVE senders (sender_id) AS (
     SELECT min(sender_id) FROM message_index WHERE topic_id = :topic
     UNION ALL
     SELECT (SELECT min(i.sender_id) FROM message_index i WHERE i.topic_id = :topic AND i.sender_id > senders.sender_id)
     FROM senders WHERE sender_id IS NOT NULL
   )
   SELECT sender_id FROM senders WHERE sender_id IS NOT NULL`,
);

export const newestMessage = statement<NoParams, { id: MessageId | null }>("SELECT max(id) AS id FROM message_index");
export const insertPlace = statement<{ conversation: number; topic: number | null; sender: number }, { id: MessageId }>(
  `INSERT INTO message_index (conversation_id, topic_id, sender_id) VALUES (:conversation, :topic, :sender)
   RETURNING id`,
);
export const latestHour = statement<NoParams, { hour: number | null }>("SELECT max(hour) AS hour FROM message_hours");
export const insertHour = statement<{ hour: number; message: number }>(
  "INSERT INTO message_hours (hour, first_message) VALUES (:hour, :message)",
);
export const firstSinceHour = statement<{ hour: number }, { id: MessageId | null }>(
  "SELECT min(first_message) AS id FROM message_hours WHERE hour >= :hour",
);
const placeColumns = "id, conversation_id, topic_id, sender_id";
export const selectPlace = statement<{ id: number }, MessageIndexRow>(
  `SELECT ${placeColumns} FROM message_index WHERE id = :id`,
);
export const selectPlaces = statement<{ ids: string }, MessageIndexRow>(
  `SELECT ${placeColumns} FROM message_index WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id`,
);
export const countsAfter = statement<{ after: number }, { conversation_id: ConversationId; count: number }>(
  "SELECT conversation_id, count(*) AS count FROM message_index WHERE id > :after GROUP BY conversation_id",
);
