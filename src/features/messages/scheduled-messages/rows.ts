import { type NoParams, statement } from "../../../database/statement.ts";
import type { Grant } from "../../../protocol/actor.ts";
import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { Usage } from "../../../protocol/quota.ts";
import type { Seconds } from "../../../util/time.ts";
import type { RecurrenceColumns } from "./recurrence.ts";

export const schema = [
  `CREATE TABLE scheduled_messages (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     -- Null for direct messages.
     channel_id INTEGER,
     topic TEXT NOT NULL,
     -- JSON: user ids of a direct message. Null for channel messages.
     recipients TEXT,
     content TEXT NOT NULL,
     -- JSON: the parsed content, so that sending the message doesn't need the parser.
     markup TEXT NOT NULL,
     html TEXT NOT NULL,
     realm_url TEXT NOT NULL,
     client TEXT NOT NULL,
     read_by_sender INTEGER NOT NULL,
     due_at INTEGER NOT NULL,
     failed INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX scheduled_messages_by_user ON scheduled_messages (user_id, due_at);
   -- Recently sent messages, for the error if their sender tries to change them.
   CREATE TABLE delivered_messages (
     id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL, delivered_at INTEGER NOT NULL
   ) STRICT;`,
  // Grant of the assistant that scheduled the message. Null if no assistant did; 0 if the message was imported or its
  // user has changed it since.
  "ALTER TABLE scheduled_messages ADD COLUMN grant_id INTEGER",
  `-- The approval rule an assistant scheduled it under; 'all' if the user approved it, or no assistant was involved.
   ALTER TABLE scheduled_messages ADD COLUMN approval TEXT NOT NULL DEFAULT 'all'`,
  `-- A rule of RFC 5545, its time zone and its first time. Null if the message doesn't repeat.
   ALTER TABLE scheduled_messages ADD COLUMN recurrence TEXT;
   ALTER TABLE scheduled_messages ADD COLUMN time_zone TEXT;
   ALTER TABLE scheduled_messages ADD COLUMN recurrence_start INTEGER;
   -- Whether a repeating message couldn't be sent the last time.
   ALTER TABLE scheduled_messages ADD COLUMN last_failed INTEGER NOT NULL DEFAULT 0;
   -- The bot in whose name the user sends the message, or null.
   ALTER TABLE scheduled_messages ADD COLUMN bot_id INTEGER;
   CREATE INDEX scheduled_messages_repeating ON scheduled_messages (user_id) WHERE recurrence IS NOT NULL;`,
];

/** A scheduled message, or one that failed to send. */
export interface ScheduledRow extends RecurrenceColumns {
  readonly id: number;
  readonly user_id: UserId;
  readonly channel_id: ChannelId | null;
  readonly topic: string;
  readonly recipients: string | null;
  readonly content: string;
  readonly markup: string;
  readonly html: string;
  /** Only written for earlier versions of the server, which need it to render the message. */
  readonly realm_url: string;
  readonly client: string;
  readonly read_by_sender: number;
  readonly due_at: Seconds;
  readonly failed: number;
  readonly grant_id: number | null;
  readonly approval: Grant["approval"];
  readonly last_failed: number;
  readonly bot_id: UserId | null;
}

/** Marks a message that was approved already, regardless of the current rule. */
export const APPROVED = "all" as const;

type ScheduledRowChanges = Omit<ScheduledRow, "user_id" | "client" | "read_by_sender" | "approval" | "bot_id">;

const writtenColumns =
  "user_id, channel_id, topic, recipients, content, markup, html, realm_url, client, read_by_sender, due_at, failed, grant_id, approval, recurrence, time_zone, recurrence_start, last_failed, bot_id";
const scheduledColumns = `id, ${writtenColumns}`;

export const scheduledById = statement<{ id: number }, ScheduledRow>(
  `SELECT ${scheduledColumns} FROM scheduled_messages WHERE id = :id`,
);
export const scheduledOfUser = statement<{ user: number }, ScheduledRow>(
  `SELECT ${scheduledColumns} FROM scheduled_messages WHERE user_id = :user ORDER BY due_at, id`,
);
export const scheduledAfter = statement<{ after: number; most: number }, ScheduledRow>(
  `SELECT ${scheduledColumns} FROM scheduled_messages WHERE id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
export const scheduledByGrant = statement<{ user: number; grant: number }, ScheduledRow>(
  `SELECT ${scheduledColumns} FROM scheduled_messages WHERE user_id = :user AND grant_id = :grant AND failed = 0 ORDER BY due_at, id`,
);
export const selectExtent = statement<{ user: number }, Usage>(
  `SELECT count(*) AS number, coalesce(sum(octet_length(topic) + octet_length(content) + octet_length(markup) + octet_length(html)), 0) AS bytes
   FROM scheduled_messages WHERE user_id = :user`,
);
export const insertScheduled = statement<Omit<ScheduledRow, "id">, ScheduledRow>(
  `INSERT INTO scheduled_messages (${writtenColumns})
   VALUES (:user_id, :channel_id, :topic, :recipients, :content, :markup, :html, :realm_url, :client, :read_by_sender,
     :due_at, :failed, :grant_id, :approval, :recurrence, :time_zone, :recurrence_start, :last_failed, :bot_id)
   RETURNING ${scheduledColumns}`,
);
export const updateScheduled = statement<ScheduledRowChanges, ScheduledRow>(
  `UPDATE scheduled_messages
   SET channel_id = :channel_id, topic = :topic, recipients = :recipients, content = :content, markup = :markup,
     html = :html, realm_url = :realm_url, due_at = :due_at, failed = :failed,
     grant_id = :grant_id, recurrence = :recurrence, time_zone = :time_zone, recurrence_start = :recurrence_start,
     last_failed = :last_failed
   WHERE id = :id RETURNING ${scheduledColumns}`,
);
/** Transfers a message to another user, to be sent by one of their bots. */
export const handOver = statement<
  { id: number; user: UserId; bot: UserId; client: string; due_at: Seconds },
  ScheduledRow
>(
  `UPDATE scheduled_messages
   SET user_id = :user, bot_id = :bot, client = :client, due_at = :due_at, read_by_sender = 0, grant_id = NULL,
     approval = '${APPROVED}', last_failed = 0
   WHERE id = :id RETURNING ${scheduledColumns}`,
);
export const repeatingOfUser = statement<{ user: number }, ScheduledRow>(
  `SELECT ${scheduledColumns} FROM scheduled_messages WHERE user_id = :user AND recurrence IS NOT NULL ORDER BY due_at, id`,
);
export const usersWithRepeating = statement<NoParams, { user_id: UserId }>(
  "SELECT DISTINCT user_id FROM scheduled_messages WHERE recurrence IS NOT NULL ORDER BY user_id",
);
export const deleteScheduled = statement<{ id: number }>("DELETE FROM scheduled_messages WHERE id = :id");

export const deliveredTo = statement<{ id: number; user: number }, { one: number }>(
  "SELECT 1 AS one FROM delivered_messages WHERE id = :id AND user_id = :user",
);
export const insertDelivered = statement<{ id: number; user: number; at: Seconds }>(
  "INSERT INTO delivered_messages (id, user_id, delivered_at) VALUES (:id, :user, :at)",
);
export const forgetDelivered = statement<{ before: Seconds }>(
  `DELETE FROM delivered_messages
   WHERE id IN (SELECT id FROM delivered_messages ORDER BY id LIMIT 10) AND delivered_at < :before`,
);
