import { statement } from "../../../../database/statement.ts";
import type { ConversationId, MessageId, UserId } from "../../../../protocol/ids.ts";

/**
 * Read state: one row per user, and one per user and conversation if the user read anything there since they last
 * marked everything as read. There is no row per message. Lists of ids are encoded by `encodeIds`.
 */
export const readStateTables = `
  CREATE TABLE read_lows (user_id INTEGER PRIMARY KEY, low INTEGER NOT NULL) STRICT;
  CREATE TABLE readings (
    user_id INTEGER NOT NULL,
    conversation_id INTEGER NOT NULL,
    low INTEGER NOT NULL,
    read BLOB NOT NULL,
    unread BLOB NOT NULL,
    PRIMARY KEY (user_id, conversation_id)
  ) STRICT, WITHOUT ROWID;`;

interface ReadingRow {
  readonly conversation_id: ConversationId;
  readonly low: number;
  readonly read: ArrayBuffer;
  readonly unread: ArrayBuffer;
}

export const selectLow = statement<{ user: number }, { low: number }>(
  "SELECT low FROM read_lows WHERE user_id = :user",
);
export const upsertLow = statement<{ user: number; low: number }>(
  `INSERT INTO read_lows (user_id, low) VALUES (:user, :low) ON CONFLICT (user_id) DO UPDATE SET low = excluded.low`,
);

export const selectReadState = statement<{ user: number; conversation: number }, ReadingRow>(
  `SELECT conversation_id, low, read, unread FROM readings WHERE user_id = :user AND conversation_id = :conversation`,
);
export const selectReadStates = statement<{ user: number }, ReadingRow>(
  "SELECT conversation_id, low, read, unread FROM readings WHERE user_id = :user",
);
/** Read states of many users in one conversation. `low` is the user's or the conversation's, whichever is higher. */
export const selectReadStatesOfUsers = statement<
  { users: string; conversation: number },
  { user_id: UserId; low: number; read: ArrayBuffer | null; unread: ArrayBuffer | null }
>(
  `SELECT u.value AS user_id, max(coalesce(l.low, 0), coalesce(r.low, 0)) AS low, r.read, r.unread
   FROM json_each(:users) u
   LEFT JOIN read_lows l ON l.user_id = u.value
   LEFT JOIN readings r ON r.user_id = u.value AND r.conversation_id = :conversation`,
);
export const upsertReadState = statement<{
  user: number;
  conversation: number;
  low: number;
  read: Uint8Array;
  unread: Uint8Array;
}>(
  `INSERT INTO readings (user_id, conversation_id, low, read, unread) VALUES (:user, :conversation, :low, :read, :unread)
   ON CONFLICT (user_id, conversation_id) DO UPDATE
     SET low = excluded.low, read = excluded.read, unread = excluded.unread`,
);
/** Marks a conversation as read for the given users who have any message listed as unread. */
export const updateToAllRead = statement<{ users: string; conversation: number; low: number }>(
  `UPDATE readings SET low = :low, read = x'', unread = x''
   WHERE user_id IN (SELECT value FROM json_each(:users)) AND conversation_id = :conversation AND length(unread) > 0`,
);
/** Deletes rows that list messages. The user's higher `low` implies the content of all other rows. */
export const deleteExceptions = statement<{ user: number }>(
  "DELETE FROM readings WHERE user_id = :user AND (length(read) > 0 OR length(unread) > 0)",
);

const notListed = `i.id NOT IN (SELECT value FROM json_each(:read))
  AND i.sender_id NOT IN (SELECT value FROM json_each(:muted))`;
type Unlisted = { readonly read: string; readonly muted: string };

/** Oldest messages of a conversation between two ids that are neither listed as read nor sent by muted users. */
export const selectFirstUnlisted = statement<
  Unlisted & { conversation: number; first: number; last: number; most: number },
  { id: MessageId }
>(
  `SELECT i.id FROM message_index i WHERE i.conversation_id = :conversation AND i.id BETWEEN :first AND :last AND ${notListed}
   ORDER BY i.id LIMIT :most`,
);
export const selectNewestUnlisted = statement<
  Unlisted & { conversation: number; first: number; most: number },
  { id: MessageId }
>(
  `SELECT i.id FROM message_index i WHERE i.conversation_id = :conversation AND i.id >= :first AND ${notListed}
   ORDER BY i.id DESC LIMIT :most`,
);
export const selectNewestUnlistedInTopic = statement<
  Unlisted & { topic: number; first: number; most: number },
  { id: MessageId }
>(
  `SELECT i.id FROM message_index i WHERE i.topic_id = :topic AND i.id >= :first AND ${notListed} ORDER BY i.id DESC LIMIT :most`,
);
/**
 * Unread messages by topic: count, lowest id, and a JSON list of conversation, topic, topic name and comma-separated
 * ids. `spans` is a JSON list of conversations with their first id. There can be very many messages, so SQLite does all
 * the work and the Worker parses the result.
 */
export const selectUnlistedByTopic = statement<
  Unlisted & { spans: string; low: number; high: number },
  { count: number; first: MessageId | null; parts: string }
>(
  `WITH found AS MATERIALIZED (
     SELECT i.conversation_id, i.topic_id, count(*) AS count, min(i.id) AS first, group_concat(i.id) AS ids
     FROM json_each(:spans) s CROSS JOIN message_index i
       ON i.conversation_id = s.value ->> 0 AND i.id BETWEEN max(s.value ->> 1, :low) AND :high
     WHERE ${notListed} GROUP BY i.conversation_id, i.topic_id
   )
   SELECT coalesce(sum(count), 0) AS count, min(first) AS first,
     json_group_array(json_array(found.conversation_id, topic_id, coalesce(name, ''), ids)) AS parts
   FROM found LEFT JOIN topics ON topics.id = topic_id`,
);
/**
 * A sender's newest messages in the given conversations; `spans` is a JSON list of conversations with their first id.
 */
export const selectNewestFromSender = statement<
  { spans: string; sender: number; most: number },
  { id: MessageId; conversation_id: ConversationId }
>(
  `SELECT i.id, i.conversation_id FROM json_each(:spans) s CROSS JOIN message_index i
     ON i.conversation_id = s.value ->> 0 AND i.id >= s.value ->> 1
   WHERE i.sender_id = :sender ORDER BY i.id DESC LIMIT :most`,
);
