import { type ColumnsOf, type NoParams, statement } from "../../../database/statement.ts";
import type { ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Milliseconds, Seconds } from "../../../util/time.ts";
import { messageColumns, type StoredMessage } from "../../messages/core/store/stored-message.ts";
import { PRESS_JSON } from "../../messages/presses/presses.ts";
import type { Submessage } from "../../messages/widgets/widgets.ts";
import { pageFileSchema, pageSchema } from "./page-rows.ts";

export interface HoldRow {
  readonly id: number;
  readonly name: string;
  readonly matter: string;
  readonly reason: string;
  /** JSON arrays of user ids, and of channel ids. */
  readonly custodians: string;
  readonly channels: string;
  /** Range of send times that are covered; null for no bound. */
  readonly sent_from: Seconds | null;
  readonly sent_until: Seconds | null;
  readonly direct_only: number;
  readonly created_at: Seconds;
  readonly created_by: UserId;
  readonly released_at: Seconds | null;
  /** Totals of everything the hold retains. */
  readonly versions: number;
  readonly files: number;
  readonly bytes: number;
  /** Id of the last version reviewed since the hold's terms changed, or null if the review is finished. */
  readonly reviewed: number | null;
}

export type HeldReason = "deleted" | "edited" | "moved" | "file deleted" | "submessages deleted";

/** A message as it was before a change. The text is null if the message only lost a file or submessage. */
export interface HeldRow extends Omit<StoredMessage, "id" | "content" | "html" | "topic"> {
  readonly id: number;
  readonly message_id: MessageId;
  readonly kind: HeldReason;
  readonly held_at: Seconds;
  readonly bytes: number;
  readonly topic: string | null;
  readonly content: string | null;
  readonly html: string | null;
}

export interface HeldMessage {
  readonly id: MessageId;
  readonly sender_id: UserId;
}

export interface HeldFileRow {
  readonly held_id: number;
  readonly path_id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly owner_id: UserId;
  readonly created_at: Milliseconds;
  /** Transcript of a voice message, or empty. */
  readonly transcript: string;
}

const texts = messageColumns.filter((column) => column !== "id");
const textList = texts.join(", ");

export const schema = [
  `CREATE TABLE holds (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     matter TEXT NOT NULL,
     reason TEXT NOT NULL,
     custodians TEXT NOT NULL,
     channels TEXT NOT NULL,
     sent_from INTEGER,
     sent_until INTEGER,
     direct_only INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     created_by INTEGER NOT NULL,
     released_at INTEGER,
     versions INTEGER NOT NULL DEFAULT 0,
     files INTEGER NOT NULL DEFAULT 0,
     bytes INTEGER NOT NULL DEFAULT 0,
     reviewed INTEGER
   ) STRICT;
   -- Messages as they were before they were deleted, edited, moved to another channel, or lost a file.
   CREATE TABLE held_messages (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     message_id INTEGER NOT NULL,
     kind TEXT NOT NULL,
     held_at INTEGER NOT NULL,
     bytes INTEGER NOT NULL,
     conversation_id INTEGER NOT NULL,
     channel_id INTEGER,
     sender_id INTEGER NOT NULL,
     topic TEXT,
     topic_key TEXT,
     content TEXT,
     html TEXT,
     client TEXT,
     sent_at INTEGER NOT NULL,
     is_me INTEGER,
     has_link INTEGER,
     has_image INTEGER,
     has_attachment INTEGER,
     channel_wildcard INTEGER,
     topic_wildcard_users TEXT,
     topic_links TEXT,
     last_edit_at INTEGER,
     last_moved_at INTEGER,
     edit_history TEXT
   ) STRICT;
   CREATE INDEX held_messages_by_message ON held_messages (message_id);
   CREATE INDEX held_messages_by_sender ON held_messages (sender_id);
   -- Holds that keep a version. Versions that no hold keeps are deleted.
   CREATE TABLE held_by (
     hold_id INTEGER NOT NULL, held_id INTEGER NOT NULL, PRIMARY KEY (hold_id, held_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX held_by_version ON held_by (held_id);
   CREATE TABLE held_attachments (
     held_id INTEGER NOT NULL,
     path_id TEXT NOT NULL,
     name TEXT NOT NULL,
     content_type TEXT NOT NULL,
     size INTEGER NOT NULL,
     owner_id INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     PRIMARY KEY (held_id, path_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX held_attachments_by_path ON held_attachments (path_id);
   -- Users as they were before their profile was deleted, kept while one of these holds exists (JSON: hold ids).
   CREATE TABLE held_people (
     user_id INTEGER PRIMARY KEY,
     full_name TEXT NOT NULL,
     delivery_email TEXT NOT NULL,
     held_at INTEGER NOT NULL,
     holds TEXT NOT NULL
   ) STRICT;`,
  "CREATE INDEX held_messages_by_conversation ON held_messages (conversation_id, message_id);",
  "ALTER TABLE held_messages ADD COLUMN grant_id INTEGER",
  `-- JSON: the submessages of a message that was deleted or moved, or those that were deleted; null if there were none.
   ALTER TABLE held_messages ADD COLUMN submessages TEXT;
   ALTER TABLE held_attachments ADD COLUMN transcript TEXT NOT NULL DEFAULT ''`,
  pageSchema,
  pageFileSchema,
];

const holdColumns = `id, name, matter, reason, custodians, channels, sent_from, sent_until, direct_only, created_at, created_by,
  released_at, versions, files, bytes, reviewed`;

export const allHolds = statement<NoParams, HoldRow>(`SELECT ${holdColumns} FROM holds ORDER BY id`);
type HoldTermColumns = Pick<
  HoldRow,
  "name" | "matter" | "reason" | "custodians" | "channels" | "sent_from" | "sent_until" | "direct_only"
>;
export const insertHold = statement<HoldTermColumns & Pick<HoldRow, "created_at" | "created_by">, HoldRow>(
  `INSERT INTO holds (name, matter, reason, custodians, channels, sent_from, sent_until, direct_only,
     created_at, created_by, reviewed)
   VALUES (:name, :matter, :reason, :custodians, :channels, :sent_from, :sent_until, :direct_only,
     :created_at, :created_by, 0)
   RETURNING ${holdColumns}`,
);
export const setTerms = statement<HoldTermColumns & { id: number }>(
  `UPDATE holds SET name = :name, matter = :matter, reason = :reason, custodians = :custodians, channels = :channels,
     sent_from = :sent_from, sent_until = :sent_until, direct_only = :direct_only, reviewed = 0
   WHERE id = :id`,
);
export const setReleased = statement<{ id: number; at: Seconds }>(
  "UPDATE holds SET released_at = :at, reviewed = 0 WHERE id = :id",
);
export const deleteHold = statement<{ id: number }>("DELETE FROM holds WHERE id = :id");
/**
 * Selects the next hold to review. Released holds come last, so that nothing is deleted before other holds have been
 * reviewed.
 */
export const holdToReview = statement<NoParams, { id: number; reviewed: number }>(
  "SELECT id, reviewed FROM holds WHERE reviewed IS NOT NULL ORDER BY released_at IS NOT NULL, id LIMIT 1",
);
export const setReviewed = statement<{ id: number; reviewed: number | null }>(
  "UPDATE holds SET reviewed = :reviewed WHERE id = :id",
);
export const addToSums = statement<{ id: number; versions: number; files: number; bytes: number }>(
  `UPDATE holds SET versions = versions + :versions, files = files + :files, bytes = bytes + :bytes WHERE id = :id`,
);

const BYTES = `length(CAST(content AS BLOB)) + length(CAST(html AS BLOB)) + coalesce(length(CAST(edit_history AS BLOB)), 0)
  + coalesce(length(CAST(submessages AS BLOB)), 0)`;

/**
 * The edit history to retain. If the message is already held in the same conversation, includes only the edits since
 * then, because otherwise, edits in a loop would fill the realm.
 */
const NEW_HISTORY = `CASE
  WHEN held.at IS NULL THEN edit_history
  ELSE (
    SELECT nullif(json_group_array(json(value)), '[]') FROM json_each(edit_history) WHERE value ->> 'timestamp' >= held.at
  ) END`;

const asList =
  "nullif(json_group_array(json_object('id', id, 'sender_id', sender_id, 'msg_type', msg_type, 'content', content)), '[]')";
/** Submessages of a message that is deleted, or moved to another channel. An edited message keeps its submessages. */
const LEAVING_PARTS = `CASE WHEN :kind IN ('deleted', 'moved') THEN (
    SELECT ${asList} FROM submessages AS part WHERE part.message_id = messages.id
  ) END`;

/** Copies messages. Their texts must be in the realm. */
export const insertHeld = statement<
  { ids: string; kind: HeldReason; now: Seconds },
  Pick<HeldRow, "id" | "message_id" | "bytes">
>(
  `INSERT INTO held_messages (message_id, kind, held_at, bytes, submessages, ${textList})
   SELECT id, :kind, :now, ${BYTES}, submessages, ${textList} FROM (
     SELECT ${LEAVING_PARTS} AS submessages, ${["id", ...texts].map((column) => (column === "edit_history" ? `${NEW_HISTORY} AS edit_history` : column)).join(", ")}
     FROM messages LEFT JOIN (
       SELECT message_id AS held_id, conversation_id AS held_in, max(held_at) AS at FROM held_messages
       WHERE content IS NOT NULL AND message_id IN (SELECT value FROM json_each(:ids)) GROUP BY message_id, conversation_id
     ) AS held ON held_id = id AND held_in = conversation_id
     WHERE id IN (SELECT value FROM json_each(:ids))
   ) ORDER BY id
   RETURNING id, message_id, bytes`,
);
/** Inserts a version of a message without its text, for a file or submessages that the message loses. */
export const insertHeldPlace = statement<
  Pick<HeldRow, "message_id" | "conversation_id" | "channel_id" | "sender_id" | "sent_at" | "kind" | "held_at"> & {
    /** User whose submessages are deleted. */
    readonly by: UserId | null;
  },
  Pick<HeldRow, "id">
>(
  `INSERT INTO held_messages (message_id, kind, held_at, bytes, submessages, conversation_id, channel_id, sender_id, sent_at)
   SELECT :message_id, :kind, :held_at, coalesce(length(CAST(list AS BLOB)), 0), list, :conversation_id, :channel_id, :sender_id,
     :sent_at
   FROM (SELECT ${asList} AS list FROM submessages WHERE message_id = :message_id AND sender_id = :by) RETURNING id`,
);
const HELD_PRESSES = `FROM held_messages AS h, json_each(h.submessages) AS part
  WHERE h.message_id = :message_id AND h.conversation_id = :conversation_id AND part.value ->> 'msg_type' = 'press'`;
const HELD_PRESS = "part.value ->> 'id', part.value ->> '$.content.state'";
/** Selects the versions that already contain presses of a message in the same conversation and state. */
export const heldPresses = statement<
  Pick<HeldRow, "message_id" | "conversation_id"> & { readonly presses: string },
  Pick<HeldRow, "id">
>(
  `SELECT h.id ${HELD_PRESSES}
     AND (${HELD_PRESS}) IN (SELECT id, state FROM presses WHERE id IN (SELECT value FROM json_each(:presses)))`,
);
/**
 * Copies presses of a message, each into a separate version, because what users entered can be long. Omits presses
 * already held in the same conversation and state, because otherwise, repeated moves would fill the realm.
 */
export const insertHeldPresses = statement<
  Pick<HeldRow, "message_id" | "conversation_id" | "channel_id" | "sender_id" | "sent_at" | "kind" | "held_at"> & {
    readonly presses: string;
  },
  Pick<HeldRow, "id">
>(
  `INSERT INTO held_messages (message_id, kind, held_at, bytes, submessages, conversation_id, channel_id, sender_id, sent_at)
   SELECT :message_id, :kind, :held_at, length(CAST(list AS BLOB)), list, :conversation_id, :channel_id, :sender_id, :sent_at
   FROM (
     SELECT json_array(json_object('id', id, 'sender_id', user_id, 'msg_type', 'press', 'content', ${PRESS_JSON})) AS list
     FROM presses WHERE id IN (SELECT value FROM json_each(:presses))
       AND (id, state) NOT IN (SELECT ${HELD_PRESS} ${HELD_PRESSES})
     ORDER BY id
   ) RETURNING id`,
);
export const insertHeldFile = statement<ColumnsOf<HeldFileRow>>(
  `INSERT OR IGNORE INTO held_attachments (held_id, path_id, name, content_type, size, owner_id, created_at, transcript)
   VALUES (:held_id, :path_id, :name, :content_type, :size, :owner_id, :created_at, :transcript)`,
);
export const insertHeldBy = statement<{ hold: number; ids: string }>(
  "INSERT OR IGNORE INTO held_by (hold_id, held_id) SELECT :hold, value FROM json_each(:ids)",
);
export const deleteHeldBy = statement<{ hold: number; ids: string }>(
  "DELETE FROM held_by WHERE hold_id = :hold AND held_id IN (SELECT value FROM json_each(:ids))",
);
export const keptAmong = statement<{ hold: number; ids: string }, { held_id: number }>(
  "SELECT held_id FROM held_by WHERE hold_id = :hold AND held_id IN (SELECT value FROM json_each(:ids))",
);
/** Counts the files of the given versions that are in no other version retained by the hold. */
export const filesBesides = statement<{ hold: number; ids: string }, { files: number; bytes: number }>(
  `SELECT count(*) AS files, coalesce(sum(size), 0) AS bytes FROM (
     SELECT path_id, max(size) AS size FROM held_attachments f WHERE held_id IN (SELECT value FROM json_each(:ids))
       AND NOT EXISTS (
         SELECT 1 FROM held_attachments g JOIN held_by b ON b.held_id = g.held_id
         WHERE g.path_id = f.path_id AND b.hold_id = :hold
       )
     GROUP BY path_id
   )`,
);
export const sizesOf = statement<{ ids: string }, { bytes: number }>(
  "SELECT coalesce(sum(bytes), 0) AS bytes FROM held_messages WHERE id IN (SELECT value FROM json_each(:ids))",
);

/** The data of a held version that determines which holds retain it. */
type HeldPlace = Pick<HeldRow, "id" | "message_id" | "sender_id" | "sent_at"> & {
  readonly conversation_id: ConversationId;
};
export const heldPlacesAfter = statement<{ after: number; most: number }, HeldPlace>(
  `SELECT id, message_id, conversation_id, sender_id, sent_at FROM held_messages
   WHERE id > :after ORDER BY id LIMIT :most`,
);
const KEPT_BY_NONE = `id IN (SELECT value FROM json_each(:ids))
  AND NOT EXISTS (SELECT 1 FROM held_by WHERE held_id = held_messages.id)`;
export const deleteUnheld = statement<{ ids: string }, { id: number }>(
  `DELETE FROM held_messages WHERE ${KEPT_BY_NONE} RETURNING id`,
);
export const deleteHeldFiles = statement<{ ids: string }, { path_id: string }>(
  "DELETE FROM held_attachments WHERE held_id IN (SELECT value FROM json_each(:ids)) RETURNING path_id",
);
export const heldPathsAfter = statement<{ after: string; most: number }, { path_id: string }>(
  `SELECT path_id FROM held_attachments WHERE path_id > :after
   UNION SELECT path_id FROM held_page_files WHERE path_id > :after ORDER BY path_id LIMIT :most`,
);
export const heldPathBetween = statement<{ from: string; to: string }, { path_id: string }>(
  `SELECT path_id FROM held_attachments WHERE path_id >= :from AND path_id < :to
   UNION ALL SELECT path_id FROM held_page_files WHERE path_id >= :from AND path_id < :to LIMIT 1`,
);

const OF_HOLD = "(:hold IS NULL OR EXISTS (SELECT 1 FROM held_by b WHERE b.hold_id = :hold AND b.held_id = h.id))";
const heldColumns = `h.id, h.message_id, h.kind, h.held_at, h.bytes, ${texts
  .filter((column) => column !== "html")
  .map((column) => `h.${column}`)
  .join(", ")}`;
/** Selects the next held versions of a message, either those of one hold or, if `hold` is null, all. */
export const heldOfMessage = statement<
  { message: number; hold: number | null; after: number; most: number },
  Omit<HeldRow, "html">
>(
  `SELECT ${heldColumns} FROM held_messages h
   WHERE h.message_id = :message AND h.id > :after AND ${OF_HOLD} ORDER BY h.id LIMIT :most`,
);
/**
 * Selects the next submessages, or presses, in a message's held versions up to `last`, either of one hold or, if `hold`
 * is null, of all. For a part with several states, selects only the newest.
 */
export const heldParts = statement<
  { message: MessageId; hold: number | null; last: number; presses: boolean; after: number; most: number },
  Submessage
>(
  `SELECT id, message_id, sender_id, msg_type, content FROM (
     SELECT part.value ->> 'id' AS id, h.message_id, part.value ->> 'sender_id' AS sender_id,
       part.value ->> 'msg_type' AS msg_type, part.value ->> 'content' AS content, max(h.id)
     FROM held_messages h, json_each(h.submessages) part
     WHERE h.message_id = :message AND h.id <= :last AND h.submessages IS NOT NULL AND ${OF_HOLD}
       AND (part.value ->> 'msg_type' = 'press') = :presses AND part.value ->> 'id' > :after
     GROUP BY 1 ORDER BY 1 LIMIT CAST(:most AS INTEGER)
   )`,
);
/** Selects the messages that have held versions in a conversation, of one hold or, if `hold` is null, of all. */
export const heldInConversation = statement<
  { conversation: ConversationId; hold: number | null; after: number; last: number; most: number },
  HeldMessage
>(
  `SELECT DISTINCT h.message_id AS id, h.sender_id FROM held_messages h
   WHERE h.conversation_id = :conversation AND h.message_id > :after AND h.message_id <= :last AND ${OF_HOLD}
   ORDER BY h.message_id LIMIT :most`,
);
export const conversationsOfHold = statement<{ hold: number }, { id: ConversationId }>(
  `SELECT DISTINCT h.conversation_id AS id FROM held_by b JOIN held_messages h ON h.id = b.held_id WHERE b.hold_id = :hold`,
);
export const filesOfHeld = statement<{ ids: string }, HeldFileRow>(
  `SELECT held_id, path_id, name, content_type, size, owner_id, created_at, transcript FROM held_attachments
   WHERE held_id IN (SELECT value FROM json_each(:ids)) ORDER BY held_id, path_id`,
);
/**
 * Selects something that a hold retains of a user: a message, an addition to one, a version of a page, or a message in
 * one of the user's direct conversations.
 */
export const partOfHold = statement<{ hold: number; user: number; directs: string }, { id: number }>(
  `SELECT h.id FROM held_messages h JOIN held_by b ON b.held_id = h.id WHERE h.sender_id = :user AND b.hold_id = :hold
   UNION ALL
   SELECT h.id FROM held_by b JOIN held_messages h ON h.id = b.held_id, json_each(h.submessages) part
   WHERE b.hold_id = :hold AND part.value ->> 'sender_id' = :user
   UNION ALL
   SELECT p.id FROM held_pages_by b JOIN held_pages p ON p.id = b.page_id
   WHERE b.hold_id = :hold AND p.edited_by = :user
   UNION ALL
   SELECT h.id FROM held_messages h JOIN held_by b ON b.held_id = h.id
   WHERE b.hold_id = :hold AND h.conversation_id IN (SELECT value FROM json_each(:directs))
   LIMIT 1`,
);

export interface HeldPerson {
  readonly user_id: UserId;
  readonly full_name: string;
  readonly delivery_email: string;
  readonly held_at: Seconds;
}
/** Inserts a user's identity. If it is already held, keeps the one recorded first, and adds the holds to it. */
export const insertHeldPerson = statement<ColumnsOf<HeldPerson> & { holds: string }>(
  `INSERT INTO held_people (user_id, full_name, delivery_email, held_at, holds)
   VALUES (:user_id, :full_name, :delivery_email, :held_at, :holds)
   ON CONFLICT (user_id) DO UPDATE SET holds = (
     SELECT json_group_array(value) FROM (
       SELECT value FROM json_each(held_people.holds) UNION SELECT value FROM json_each(excluded.holds)
     )
   )`,
);
export const heldPerson = statement<{ user: UserId }, HeldPerson>(
  "SELECT user_id, full_name, delivery_email, held_at FROM held_people WHERE user_id = :user",
);
/** Selects the next identities that only the given hold retains. */
export const peopleOfHoldAlone = statement<{ hold: number; most: number }, HeldPerson>(
  `SELECT user_id, full_name, delivery_email, held_at FROM held_people
   WHERE NOT EXISTS (
     SELECT 1 FROM json_each(held_people.holds) WHERE value <> :hold AND value IN (SELECT id FROM holds)
   )
   ORDER BY user_id LIMIT CAST(:most AS INTEGER)`,
);
export const deleteHeldPerson = statement<{ user: UserId }>("DELETE FROM held_people WHERE user_id = :user");
