import { type ColumnsOf, type NoParams, statement } from "../../../database/statement.ts";
import type { ChannelId, MessageId, TopicId, UserId } from "../../../protocol/ids.ts";
import type { Milliseconds, Seconds } from "../../../util/time.ts";
import { deletionByMessages } from "../../conversations/message-places.ts";

export const schema = [
  `CREATE TABLE channel_pins (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     channel_id INTEGER NOT NULL,
     position REAL NOT NULL,
     -- One of topic_id, message_id and url is set.
     topic_id INTEGER UNIQUE,
     message_id INTEGER UNIQUE,
     url TEXT,
     title TEXT NOT NULL,
     pinned_by INTEGER,
     pinned_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX channel_pins_by_channel ON channel_pins (channel_id, position);
   CREATE INDEX channel_pins_of_topics ON channel_pins (channel_id) WHERE topic_id IS NOT NULL;
   -- Messages that left a board because they moved to another channel. They are part of the board's history.
   CREATE TABLE channel_pins_moved (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     channel_id INTEGER NOT NULL,
     message_id INTEGER NOT NULL,
     moved_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX channel_pins_moved_by_channel ON channel_pins_moved (channel_id);
   CREATE INDEX channel_pins_moved_by_message ON channel_pins_moved (message_id);
   -- The newest version is the channel's page.
   CREATE TABLE channel_pages (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     channel_id INTEGER NOT NULL,
     version INTEGER NOT NULL,
     content TEXT NOT NULL,
     html TEXT NOT NULL,
     edited_by INTEGER,
     edited_at INTEGER NOT NULL,
     UNIQUE (channel_id, version)
   ) STRICT;`,
  `-- The message that shows a board to clients that don't know boards.
   CREATE TABLE channel_board_messages (
     channel_id INTEGER PRIMARY KEY,
     message_id INTEGER,
     -- In milliseconds.
     shown_at INTEGER NOT NULL,
     -- Whether a job to show the board's latest changes is in the outbox.
     is_waiting INTEGER NOT NULL
   ) STRICT;`,
];

export interface PinRow {
  readonly id: number;
  readonly channel_id: ChannelId;
  readonly position: number;
  readonly topic_id: TopicId | null;
  readonly message_id: MessageId | null;
  readonly url: string | null;
  readonly title: string;
  readonly pinned_by: UserId | null;
  readonly pinned_at: Seconds;
}

const pinColumns = "id, channel_id, position, topic_id, message_id, url, title, pinned_by, pinned_at";

export const pinsOfChannel = statement<{ channel: number }, PinRow>(
  `SELECT ${pinColumns} FROM channel_pins WHERE channel_id = :channel ORDER BY position, id`,
);
export const pinById = statement<{ id: number; channel: number }, PinRow>(
  `SELECT ${pinColumns} FROM channel_pins WHERE id = :id AND channel_id = :channel`,
);
export const pinOfTopic = statement<{ topic: number }, PinRow>(
  `SELECT ${pinColumns} FROM channel_pins WHERE topic_id = :topic`,
);
export const pinsOfTopics = statement<{ topics: string }, PinRow>(
  `SELECT ${pinColumns} FROM channel_pins WHERE topic_id IN (SELECT value FROM json_each(:topics)) ORDER BY id`,
);
export const pinsOfMessages = statement<{ messages: string }, PinRow>(
  `SELECT ${pinColumns} FROM channel_pins WHERE message_id IN (SELECT value FROM json_each(:messages)) ORDER BY id`,
);
export const messagePins = statement<NoParams, { readonly channel_id: ChannelId; readonly message_id: MessageId }>(
  "SELECT channel_id, message_id FROM channel_pins WHERE message_id IS NOT NULL",
);
export const topicPinsAmong = statement<{ channels: string; most: number }, PinRow>(
  `SELECT ${pinColumns} FROM channel_pins
   WHERE topic_id IS NOT NULL AND channel_id IN (SELECT value FROM json_each(:channels))
   ORDER BY channel_id, position, id LIMIT CAST(:most AS INTEGER)`,
);
export const insertPin = statement<Omit<PinRow, "id">, PinRow>(
  `INSERT INTO channel_pins (channel_id, position, topic_id, message_id, url, title, pinned_by, pinned_at)
   VALUES (:channel_id, :position, CAST(:topic_id AS INTEGER), CAST(:message_id AS INTEGER), :url, :title,
     CAST(:pinned_by AS INTEGER), CAST(:pinned_at AS INTEGER)) RETURNING ${pinColumns}`,
);
export const updatePin = statement<Pick<PinRow, "id" | "channel_id" | "position" | "topic_id" | "title">>(
  `UPDATE channel_pins SET channel_id = :channel_id, position = :position, topic_id = CAST(:topic_id AS INTEGER),
     title = :title WHERE id = :id`,
);
export const deletePin = statement<{ id: number }>("DELETE FROM channel_pins WHERE id = :id");

interface MovedPinRow {
  readonly id: number;
  readonly message_id: MessageId;
  readonly moved_at: Seconds;
}

export const insertMovedPin = statement<{ channel: number; message: number; at: Seconds }>(
  "INSERT INTO channel_pins_moved (channel_id, message_id, moved_at) VALUES (:channel, :message, :at)",
);
export const movedPinsOfChannel = statement<{ channel: number }, MovedPinRow>(
  "SELECT id, message_id, moved_at FROM channel_pins_moved WHERE channel_id = :channel ORDER BY id DESC",
);
export const deleteOldMovedPins = statement<{ channel: number; most: number }>(
  `DELETE FROM channel_pins_moved WHERE id IN
     (SELECT id FROM channel_pins_moved WHERE channel_id = :channel ORDER BY id DESC LIMIT -1 OFFSET :most)`,
);
export const deleteMovedPinsOfMessages = deletionByMessages("channel_pins_moved");

export interface PageRow {
  readonly channel_id: ChannelId;
  readonly version: number;
  readonly content: string;
  readonly html: string;
  readonly edited_by: UserId | null;
  readonly edited_at: Seconds;
}

const pageColumns = "channel_id, version, content, html, edited_by, edited_at";

export const newestPage = statement<{ channel: number }, PageRow>(
  `SELECT ${pageColumns} FROM channel_pages WHERE channel_id = :channel ORDER BY version DESC LIMIT 1`,
);
export const pagesOfChannel = statement<{ channel: number }, PageRow>(
  `SELECT ${pageColumns} FROM channel_pages WHERE channel_id = :channel ORDER BY version DESC`,
);
export const editOfPage = statement<{ channel: number; version: number }, Pick<PageRow, "edited_by" | "edited_at">>(
  "SELECT edited_by, edited_at FROM channel_pages WHERE channel_id = :channel AND version = :version",
);
export const editsOfUser = statement<
  { user: number; channels: string },
  Pick<PageRow, "channel_id" | "edited_by" | "edited_at">
>(
  `SELECT channel_id, edited_by, edited_at FROM channel_pages
   WHERE channel_id IN (SELECT value FROM json_each(:channels)) AND edited_by = :user`,
);
export const insertPage = statement<ColumnsOf<PageRow>>(
  `INSERT INTO channel_pages (channel_id, version, content, html, edited_by, edited_at)
   VALUES (:channel_id, :version, :content, :html, CAST(:edited_by AS INTEGER), CAST(:edited_at AS INTEGER))`,
);
export const pagesAfter = statement<{ after: number; most: number }, PageRow & { readonly id: number }>(
  `SELECT id, ${pageColumns} FROM channel_pages WHERE id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
export const updatePageText = statement<{ id: number; content: string; html: string }>(
  "UPDATE channel_pages SET content = :content, html = :html WHERE id = :id",
);
export const pagesUpTo = statement<{ channel: number; version: number }, PageRow>(
  `SELECT ${pageColumns} FROM channel_pages WHERE channel_id = :channel AND version <= :version ORDER BY version`,
);
export const deletePagesUpTo = statement<{ channel: number; version: number }>(
  "DELETE FROM channel_pages WHERE channel_id = :channel AND version <= :version",
);

export interface BoardMessageRow {
  readonly channel_id: ChannelId;
  readonly message_id: MessageId | null;
  readonly shown_at: Milliseconds;
  readonly is_waiting: number;
}

const boardMessageColumns = "channel_id, message_id, shown_at, is_waiting";

export const allBoardMessages = statement<NoParams, BoardMessageRow>(
  `SELECT ${boardMessageColumns} FROM channel_board_messages WHERE message_id IS NOT NULL`,
);
export const boardMessageOf = statement<{ channel: number }, BoardMessageRow>(
  `SELECT ${boardMessageColumns} FROM channel_board_messages WHERE channel_id = :channel`,
);
export const putBoardMessage = statement<ColumnsOf<BoardMessageRow>>(
  `INSERT INTO channel_board_messages (channel_id, message_id, shown_at, is_waiting)
   VALUES (:channel_id, CAST(:message_id AS INTEGER), CAST(:shown_at AS INTEGER), :is_waiting)
   ON CONFLICT (channel_id) DO UPDATE
     SET message_id = excluded.message_id, shown_at = excluded.shown_at, is_waiting = excluded.is_waiting`,
);
