import type { BulkTable, Row } from "../../../../database/bulk-table.ts";
import { sqlKey } from "../../../../database/bulk-table.ts";
import { IN_ORDER } from "../../../../database/shipped-state.ts";
import { type ColumnsOf, statement } from "../../../../database/statement.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import { unshippedTriggers } from "../../../../realm/replication/shipping-tables.ts";
import type { Seconds } from "../../../../util/time.ts";
import { searchText } from "../search/index.ts";
import { messageColumns, type StoredMessage } from "./stored-message.ts";

const columnList = messageColumns.join(", ");

/** Columns of `messages` whose values the realm has for every message, even for those whose rows it doesn't hold. */
const SKELETON_COLUMNS = `i.id, i.conversation_id, c.id AS channel_id, i.sender_id,
  coalesce(t.name, '') AS topic, coalesce(t.name_key, '') AS topic_key`;
const SKELETON_TABLES = `message_index i
  LEFT JOIN topics t ON t.id = i.topic_id
  LEFT JOIN channels c ON c.conversation_id = i.conversation_id`;

/** Value of the column `client` for messages whose content is lost, used to find them again. */
const LOST_CLIENT = "Lost message";
const LOST_TEXT = "(The text of this message is lost.)";

/** Inserts placeholders for lost messages whose sender, topic and hour are still known. Their flags stay valid. */
const insertLost = `INSERT OR IGNORE INTO messages (id, conversation_id, channel_id, sender_id, topic, topic_key,
    content, html, client, sent_at, is_me, has_link, has_image, has_attachment, channel_wildcard, topic_links)
  SELECT ${SKELETON_COLUMNS}, '${LOST_TEXT}', '<p><em>${LOST_TEXT}</em></p>', '${LOST_CLIENT}',
    3600 * coalesce((SELECT hour FROM message_hours WHERE first_message <= i.id ORDER BY hour DESC LIMIT 1), 0),
    0, 0, 0, 0, 0, '[]'
  FROM ${SKELETON_TABLES} WHERE i.id IN (SELECT value FROM json_each(?1))`;

export const messagesInBulk: BulkTable = {
  name: "messages",
  key: ["id"],
  columns: messageColumns,
  integerKey: true,
  indexTable: "message_index",
  skeleton: {
    rows: `SELECT ${SKELETON_COLUMNS} FROM ${SKELETON_TABLES} WHERE i.id > ?1 ORDER BY i.id LIMIT CAST(?2 AS INTEGER)`,
    same: ["conversation_id", "sender_id", "topic_key"],
    origin: "sender_id",
    insertLost,
    lost: { column: "client", value: LOST_CLIENT },
  },
  derived: {
    name: "message_words",
    rows: ({ id = null, topic, content, html }: Row) => ({
      id,
      ...searchText({ topic: String(topic), content: String(content), html: String(html) }),
    }),
    upsert: `INSERT OR REPLACE INTO message_words (rowid, topic, content)
      SELECT ${sqlKey("r.value ->> 'id'")}, r.value ->> 'topic', r.value ->> 'content'
      FROM json_each(?2) r WHERE ${IN_ORDER}`,
    remove: `DELETE FROM message_words
      WHERE rowid IN (SELECT ${sqlKey("r.value ->> 0")} FROM json_each(?2) r) AND ${IN_ORDER}`,
  },
};

export const personalFlagsInBulk: BulkTable = {
  name: "personal_flags",
  key: ["user_id", "message_id"],
  columns: ["user_id", "message_id", "flags"],
  integerKey: false,
};

/** Condition that a row of personal_flags has PersonalFlag.historical: its user didn't receive the message. */
export const IS_HISTORICAL = "flags & 16";

/**
 * Creates the tables of messages, flags and wildcard mentions. `messageColumns` lists the columns of `messages`,
 * including those that later schema steps add.
 */
export const messageTables = `CREATE TABLE messages (
     id INTEGER PRIMARY KEY,
     conversation_id INTEGER NOT NULL,
     channel_id INTEGER,
     sender_id INTEGER NOT NULL,
     topic TEXT NOT NULL,
     topic_key TEXT NOT NULL,
     content TEXT NOT NULL,
     html TEXT NOT NULL,
     client TEXT NOT NULL,
     sent_at INTEGER NOT NULL,
     is_me INTEGER NOT NULL,
     has_link INTEGER NOT NULL,
     has_image INTEGER NOT NULL,
     has_attachment INTEGER NOT NULL,
     channel_wildcard INTEGER NOT NULL,
     topic_wildcard_users TEXT,
     topic_links TEXT NOT NULL,
     last_edit_at INTEGER,
     last_moved_at INTEGER,
     edit_history TEXT
   ) STRICT;
   ${unshippedTriggers(messagesInBulk)}
   CREATE TABLE personal_flags (
     user_id INTEGER NOT NULL, message_id INTEGER NOT NULL, flags INTEGER NOT NULL, PRIMARY KEY (user_id, message_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX personal_flags_by_message ON personal_flags (message_id);
   CREATE INDEX personal_flags_starred ON personal_flags (user_id, message_id) WHERE flags & 1;
   CREATE INDEX personal_flags_owned ON personal_flags (user_id, message_id) WHERE ${IS_HISTORICAL};
   ${unshippedTriggers(personalFlagsInBulk)}
   -- Messages with a wildcard mention, which needs no flag rows. users: JSON, or null if it mentions all recipients.
   CREATE TABLE wildcard_mentions (message_id INTEGER PRIMARY KEY, users TEXT) STRICT;
   -- The message sent for a queue's local_id, so that a repeated request doesn't send it again.
   CREATE TABLE sent_messages (
     message_id INTEGER PRIMARY KEY,
     user_id INTEGER NOT NULL,
     queue_id TEXT NOT NULL,
     local_id TEXT NOT NULL,
     sent_at INTEGER NOT NULL,
     UNIQUE (user_id, queue_id, local_id)
   ) STRICT;`;

export const insertMessage = statement<ColumnsOf<StoredMessage>>(
  `INSERT INTO messages (${columnList}) VALUES (${messageColumns.map((column) => `:${column}`).join(", ")})`,
);
export const selectMessage = statement<{ id: number }, StoredMessage>(
  `SELECT ${columnList} FROM messages WHERE id = :id`,
);

export const selectFlagsOfUser = statement<{ user: number; ids: string }, { message_id: MessageId; flags: number }>(
  `SELECT message_id, flags FROM personal_flags
   WHERE user_id = :user AND message_id IN (SELECT value FROM json_each(:ids))`,
);
/** `rows` is a JSON list of pairs: message, flags. */
export const upsertFlagsOfUser = statement<{ user: number; rows: string }>(
  `INSERT INTO personal_flags (user_id, message_id, flags)
   SELECT :user, value ->> 0, value ->> 1 FROM json_each(:rows) WHERE true
   ON CONFLICT (user_id, message_id) DO UPDATE SET flags = excluded.flags`,
);
export const deleteFlagsOfUser = statement<{ user: number; ids: string }>(
  "DELETE FROM personal_flags WHERE user_id = :user AND message_id IN (SELECT value FROM json_each(:ids))",
);
export const deleteSomeFlagsOfUser = statement<{ user: number; most: number }, { message_id: MessageId }>(
  `DELETE FROM personal_flags WHERE user_id = :user AND message_id IN
     (SELECT message_id FROM personal_flags WHERE user_id = :user LIMIT :most) RETURNING message_id`,
);
export const selectUsersFlagged = statement<{ message: number; flag: number }, { user_id: UserId }>(
  `SELECT user_id FROM personal_flags WHERE message_id = :message AND flags & CAST(:flag AS INTEGER)`,
);
/** `rows` is a JSON list of pairs: user, flags. */
export const insertFlagsOfMessage = statement<{ message: number; rows: string }>(
  `INSERT INTO personal_flags (user_id, message_id, flags)
   SELECT value ->> 0, :message, value ->> 1 FROM json_each(:rows)`,
);
export const selectStarred = statement<{ user: number }, { id: MessageId }>(
  "SELECT message_id AS id FROM personal_flags WHERE user_id = :user AND flags & 1 ORDER BY message_id",
);
/** Ids of messages with the bit set, as a JSON list. */
export const selectFlaggedSince = statement<{ user: number; since: number; flag: number }, { ids: string }>(
  `SELECT json_group_array(message_id) AS ids FROM personal_flags
   WHERE user_id = :user AND message_id >= :since AND flags & CAST(:flag AS INTEGER)`,
);
export const selectNewestFlagged = statement<{ user: number; flag: number }, { id: MessageId | null }>(
  `SELECT max(message_id) AS id FROM personal_flags WHERE user_id = :user AND flags & CAST(:flag AS INTEGER)`,
);

export const insertWildcardMention = statement<{ message: number; users: string | null }>(
  "INSERT INTO wildcard_mentions (message_id, users) VALUES (:message, :users)",
);
const mentionsUser = "(users IS NULL OR EXISTS (SELECT 1 FROM json_each(users) WHERE value = :user))";
export const selectWildcardMentionsSince = statement<{ user: number; since: number }, { ids: string }>(
  `SELECT json_group_array(message_id) AS ids FROM wildcard_mentions WHERE message_id >= :since AND ${mentionsUser}`,
);
export const selectWildcardMentionsAmong = statement<{ user: number; ids: string }, { message_id: MessageId }>(
  `SELECT message_id FROM wildcard_mentions
   WHERE message_id IN (SELECT value FROM json_each(:ids)) AND ${mentionsUser}`,
);

export const selectSentMessage = statement<
  { user: number; queue_id: string; local_id: string },
  { message_id: MessageId }
>("SELECT message_id FROM sent_messages WHERE user_id = :user AND queue_id = :queue_id AND local_id = :local_id");
export const insertSentMessage = statement<{
  message: number;
  user: number;
  queue_id: string;
  local_id: string;
  sent_at: Seconds;
}>(
  `INSERT INTO sent_messages (message_id, user_id, queue_id, local_id, sent_at)
   VALUES (:message, :user, :queue_id, :local_id, :sent_at)`,
);
/** Deletes up to ten of the oldest rows if they are too old or too many. */
export const deleteOldSentMessages = statement<{ before: Seconds; floor: number }>(
  `DELETE FROM sent_messages
   WHERE message_id IN (SELECT message_id FROM sent_messages ORDER BY message_id LIMIT 10)
     AND (sent_at < :before OR message_id <= :floor)`,
);
