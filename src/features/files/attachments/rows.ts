import { type NoParams, statement } from "../../../database/statement.ts";
import type { ChannelId, ConversationId, MessageId, UserId } from "../../../protocol/ids.ts";
import type { Milliseconds, Seconds } from "../../../util/time.ts";
import { deletionByMessages } from "../../conversations/message-places.ts";

export interface Attachment {
  readonly id: number;
  readonly owner_id: UserId;
  /** Path below /user_uploads/. */
  readonly path_id: string;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly created_at: Milliseconds;
  /** In pixels; null if the file isn't a picture. */
  readonly width: number | null;
  readonly height: number | null;
  readonly animated: number;
  /** Since when nothing has linked to the file. Null while a message, a scheduled message or a channel's page does. */
  readonly unclaimed_since: Seconds | null;
}

export const schema = [
  `CREATE TABLE attachments (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     owner_id INTEGER NOT NULL,
     path_id TEXT NOT NULL UNIQUE,
     name TEXT NOT NULL,
     content_type TEXT NOT NULL,
     size INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     width INTEGER,
     height INTEGER,
     animated INTEGER NOT NULL,
     unclaimed_since INTEGER
   ) STRICT;
   CREATE INDEX attachments_by_owner ON attachments (owner_id);
   CREATE INDEX attachments_unclaimed ON attachments (unclaimed_since) WHERE unclaimed_since IS NOT NULL;
   -- Messages that link to a file, and their conversations. Anyone who can read one of them can open the file. There can
   -- be very many, so they are looked up by conversation.
   CREATE TABLE attachment_claims (
     attachment_id INTEGER NOT NULL,
     message_id INTEGER NOT NULL,
     sent_at INTEGER NOT NULL,
     is_direct INTEGER NOT NULL,
     conversation_id INTEGER NOT NULL,
     PRIMARY KEY (attachment_id, message_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX attachment_claims_by_message ON attachment_claims (message_id);
   CREATE INDEX attachment_claims_by_place
     ON attachment_claims (attachment_id, is_direct, conversation_id, message_id);
   -- Scheduled messages that link to a file. They protect it from deletion, but don't let anyone open it.
   CREATE TABLE attachment_holds (
     scheduled_message_id INTEGER NOT NULL,
     attachment_id INTEGER NOT NULL,
     PRIMARY KEY (scheduled_message_id, attachment_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX attachment_holds_by_attachment ON attachment_holds (attachment_id);
   -- Total size of all files in bytes, which would be slow to add up.
   CREATE TABLE upload_space (used INTEGER NOT NULL) STRICT;
   INSERT INTO upload_space (used) VALUES (0);
   CREATE TRIGGER attachments_take_space AFTER INSERT ON attachments
     BEGIN UPDATE upload_space SET used = used + new.size; END;
   CREATE TRIGGER attachments_free_space AFTER DELETE ON attachments
     BEGIN UPDATE upload_space SET used = used - old.size; END;`,
  `-- Versions of channels' pages that link to a file. Anyone who can read the channel can open the file.
   CREATE TABLE attachment_pages (
     channel_id INTEGER NOT NULL,
     version INTEGER NOT NULL,
     attachment_id INTEGER NOT NULL,
     PRIMARY KEY (channel_id, version, attachment_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX attachment_pages_by_attachment ON attachment_pages (attachment_id, channel_id);`,
];

const attachmentColumns =
  "id, owner_id, path_id, name, content_type, size, created_at, width, height, animated, unclaimed_since";

export const insertAttachment = statement<
  Omit<Attachment, "id" | "owner_id" | "animated"> & { owner: number; animated: boolean },
  Attachment
>(
  `INSERT INTO attachments
     (owner_id, path_id, name, content_type, size, created_at, width, height, animated, unclaimed_since)
   VALUES (:owner, :path_id, :name, :content_type, :size, :created_at, :width, :height, :animated, :unclaimed_since)
   RETURNING ${attachmentColumns}`,
);
export const attachmentByPath = statement<{ path_id: string }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE path_id = :path_id`,
);
export const idsWithoutFile = statement<{ ids: string }, { id: number }>(
  "SELECT value AS id FROM json_each(:ids) WHERE value NOT IN (SELECT id FROM attachments)",
);
export const attachmentOfOwner = statement<{ id: number; owner: number }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE id = :id AND owner_id = :owner`,
);
export const attachmentsByOwner = statement<{ owner: number }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE owner_id = :owner ORDER BY id`,
);
export const someOfOwner = statement<{ owner: number; linked: boolean; most: number }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE owner_id = :owner AND (:linked OR unclaimed_since IS NOT NULL)
   ORDER BY id LIMIT :most`,
);
export const countByOwner = statement<{ owner: number }, { count: number }>(
  "SELECT count(*) AS count FROM attachments WHERE owner_id = :owner",
);
export const attachmentsOfMessages = statement<{ messages: string }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE id IN
     (SELECT attachment_id FROM attachment_claims WHERE message_id IN (SELECT value FROM json_each(:messages)))
   ORDER BY id`,
);
export const attachmentsByMessage = statement<{ messages: string }, Attachment & { message_id: MessageId }>(
  `SELECT c.message_id, ${attachmentColumns} FROM attachment_claims c JOIN attachments ON id = c.attachment_id
   WHERE c.message_id IN (SELECT value FROM json_each(:messages)) ORDER BY c.message_id, id`,
);
export const claimsOfAttachment = statement<
  { attachment: number; most: number },
  { message_id: MessageId; sent_at: Seconds }
>(
  `SELECT message_id, sent_at FROM attachment_claims
   WHERE attachment_id = :attachment ORDER BY message_id DESC LIMIT :most`,
);
export const unclaimedBefore = statement<{ before: Seconds; most: number }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE unclaimed_since <= :before ORDER BY unclaimed_since LIMIT :most`,
);
export const longestUnclaimed = statement<NoParams, { since: Seconds | null }>(
  "SELECT min(unclaimed_since) AS since FROM attachments WHERE unclaimed_since IS NOT NULL",
);
export const setUnclaimed = statement<{ id: number; since: Seconds | null }>(
  "UPDATE attachments SET unclaimed_since = :since WHERE id = :id",
);
export const deleteAttachment = statement<{ id: number }>("DELETE FROM attachments WHERE id = :id");

/** For each file, the newest messages that link to it: at most `most`, oldest first, as JSON in the protocol's form. */
export const newestClaims = statement<{ ids: string; most: number }, { attachment_id: number; messages: string }>(
  `SELECT a.value AS attachment_id, (
     SELECT json_group_array(json_object('id', message_id, 'date_sent', sent_at * 1000) ORDER BY message_id)
     FROM (
       SELECT message_id, sent_at FROM attachment_claims
       WHERE attachment_id = a.value ORDER BY message_id DESC LIMIT :most
     )
   ) AS messages FROM json_each(:ids) a`,
);
export const isWanted = statement<{ attachment: number }, { wanted: number }>(
  `SELECT EXISTS (SELECT 1 FROM attachment_claims WHERE attachment_id = :attachment)
     OR EXISTS (SELECT 1 FROM attachment_holds WHERE attachment_id = :attachment)
     OR EXISTS (SELECT 1 FROM attachment_pages WHERE attachment_id = :attachment) AS wanted`,
);
export const insertPageLink = statement<{ channel: number; version: number; attachment: number }>(
  `INSERT OR IGNORE INTO attachment_pages (channel_id, version, attachment_id)
   VALUES (:channel, :version, :attachment)`,
);
export const deletePageLinksUpTo = statement<{ channel: number; version: number }, { attachment_id: number }>(
  "DELETE FROM attachment_pages WHERE channel_id = :channel AND version <= :version RETURNING attachment_id",
);
export const deletePageLinksOf = statement<{ ids: string }>(
  "DELETE FROM attachment_pages WHERE attachment_id IN (SELECT value FROM json_each(:ids))",
);
export const pagesWithLink = statement<{ attachment: number }, { channel_id: ChannelId }>(
  "SELECT DISTINCT channel_id FROM attachment_pages WHERE attachment_id = :attachment",
);
export const pageVersionsWithLink = statement<
  { attachment: number; most: number },
  { channel_id: ChannelId; version: number }
>(
  `SELECT channel_id, version FROM attachment_pages WHERE attachment_id = :attachment
   ORDER BY channel_id, version DESC LIMIT CAST(:most AS INTEGER)`,
);
export const attachmentsOfPage = statement<{ channel: number; version: number }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE id IN
     (SELECT attachment_id FROM attachment_pages WHERE channel_id = :channel AND version = :version)
   ORDER BY id`,
);
export const attachmentsById = statement<{ ids: string }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id`,
);
const inChannels = "FROM attachment_claims WHERE attachment_id = :attachment AND is_direct = 0";
/** Finds each conversation from the previous one, so that a channel's many messages cost no more than one. */
export const claimingChannels = statement<{ attachment: number }, { conversation_id: ConversationId }>(
  `WITH RECURSIVE channels (conversation_id) AS (
     SELECT min(conversation_id) ${inChannels}
     UNION ALL
     SELECT (SELECT min(conversation_id) ${inChannels} AND conversation_id > channels.conversation_id)
     FROM channels WHERE conversation_id IS NOT NULL
   )
   SELECT conversation_id FROM channels WHERE conversation_id IS NOT NULL`,
);
export const claimBetween = statement<
  { attachment: number; conversation: number; first: number; last: number },
  { one: number }
>(`SELECT 1 AS one ${inChannels} AND conversation_id = :conversation AND message_id BETWEEN :first AND :last LIMIT 1`);
export const insertClaim = statement<{
  attachment: number;
  message: number;
  sent_at: Seconds;
  is_direct: boolean;
  conversation: number;
}>(
  `INSERT OR IGNORE INTO attachment_claims (attachment_id, message_id, sent_at, is_direct, conversation_id)
   VALUES (:attachment, :message, :sent_at, :is_direct, :conversation)`,
);
export const updateClaims = statement<{ messages: string; conversation: number }>(
  `UPDATE attachment_claims SET conversation_id = :conversation
   WHERE message_id IN (SELECT value FROM json_each(:messages))`,
);
export const deleteClaim = statement<{ attachment: number; message: number }>(
  "DELETE FROM attachment_claims WHERE attachment_id = :attachment AND message_id = :message",
);
export const deleteClaimsOfMessages = deletionByMessages("attachment_claims");
/** Deletes at most `most` claims of a file, and returns them. */
export const deleteClaimsOf = statement<{ attachment: number; most: number }, { message_id: number }>(
  `DELETE FROM attachment_claims
   WHERE attachment_id = :attachment AND message_id IN
     (SELECT message_id FROM attachment_claims WHERE attachment_id = :attachment LIMIT :most)
   RETURNING message_id`,
);

export const attachmentsHeld = statement<{ scheduled: number }, Attachment>(
  `SELECT ${attachmentColumns} FROM attachments WHERE id IN
     (SELECT attachment_id FROM attachment_holds WHERE scheduled_message_id = :scheduled)
   ORDER BY id`,
);
export const insertHold = statement<{ scheduled: number; attachment: number }>(
  "INSERT INTO attachment_holds (scheduled_message_id, attachment_id) VALUES (:scheduled, :attachment)",
);
export const deleteHolds = statement<{ scheduled: number }>(
  "DELETE FROM attachment_holds WHERE scheduled_message_id = :scheduled",
);
export const deleteHoldsOf = statement<{ attachment: number }>(
  "DELETE FROM attachment_holds WHERE attachment_id = :attachment",
);
export const pathsAfter = statement<{ after: string; most: number }, { path_id: string }>(
  "SELECT path_id FROM attachments WHERE path_id > :after ORDER BY path_id LIMIT :most",
);
export const spaceUsed = statement<NoParams, { used: number }>("SELECT used FROM upload_space");
