import { statement } from "../../database/statement.ts";
import type { ConversationId, MessageId, TopicId, UserId } from "../../protocol/ids.ts";

/**
 * Whatever has a recipient_id: a channel is a conversation, and so is each set of people who write to each other.
 * Of every message ever sent the realm keeps these few numbers, so that who may see it, where it stands and who has
 * read it can be told at once, whatever D1 does. Its text is elsewhere (`messages`).
 */
export const schema = [
  `CREATE TABLE conversations (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     -- Of direct messages: the ids of all who take part, ascending, with commas. Null for a channel.
     members TEXT UNIQUE
   ) STRICT;
   CREATE TABLE conversation_members (
     user_id INTEGER NOT NULL, conversation_id INTEGER NOT NULL, PRIMARY KEY (user_id, conversation_id)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE topics (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     conversation_id INTEGER NOT NULL,
     -- As its newest message spells it.
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
   -- Both in the order of ids, for the row's id is the end of every index entry.
   CREATE INDEX message_index_by_conversation ON message_index (conversation_id);
   CREATE INDEX message_index_by_topic ON message_index (topic_id) WHERE topic_id IS NOT NULL;`,
];

export interface MessagePlace {
  readonly id: MessageId;
  readonly conversation_id: ConversationId;
  readonly topic_id: TopicId | null;
  readonly sender_id: UserId;
}

export const insertConversation = statement<{ members: string | null }, { id: ConversationId }>(
  "INSERT INTO conversations (members) VALUES (:members) RETURNING id",
);
export const newestMessage = statement<Record<string, never>, { id: MessageId | null }>(
  "SELECT max(id) AS id FROM message_index",
);
export const placeOf = statement<{ id: number }, MessagePlace>(
  "SELECT id, conversation_id, topic_id, sender_id FROM message_index WHERE id = :id",
);
