import { statement } from "../../../database/statement.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Usage } from "../../../protocol/quota.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE reminders (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     message_id INTEGER NOT NULL,
     content TEXT NOT NULL,
     -- JSON: the parsed content, so that sending the reminder needs no parser.
     markup TEXT NOT NULL,
     html TEXT NOT NULL,
     realm_url TEXT NOT NULL,
     due_at INTEGER NOT NULL,
     failed INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX reminders_by_user ON reminders (user_id, due_at);
   CREATE INDEX reminders_by_message ON reminders (message_id);`,
  // Grant of the assistant that set it, or null if no assistant did or it was imported.
  "ALTER TABLE reminders ADD COLUMN grant_id INTEGER",
];

export interface ReminderRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly message_id: MessageId;
  readonly content: string;
  readonly markup: string;
  readonly html: string;
  /** Written for earlier versions of the program, which need it to render. */
  readonly realm_url: string;
  readonly due_at: Seconds;
  readonly failed: number;
  readonly grant_id: number | null;
}

type NewReminder = { [Column in Exclude<keyof ReminderRow, "id">]: ReminderRow[Column] };

const reminderColumns = "id, user_id, message_id, content, markup, html, realm_url, due_at, failed, grant_id";

export const reminderById = statement<{ id: number }, ReminderRow>(
  `SELECT ${reminderColumns} FROM reminders WHERE id = :id`,
);
export const remindersOfUser = statement<{ user: number }, ReminderRow>(
  `SELECT ${reminderColumns} FROM reminders WHERE user_id = :user ORDER BY due_at, id`,
);
export const remindersAfter = statement<{ after: number; most: number }, ReminderRow>(
  `SELECT ${reminderColumns} FROM reminders WHERE id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
export const selectExtent = statement<{ user: number }, Usage>(
  `SELECT count(*) AS number, coalesce(sum(octet_length(content) + octet_length(markup) + octet_length(html)), 0) AS bytes
   FROM reminders WHERE user_id = :user`,
);
export const remindersOfMessages = statement<{ messages: string }, ReminderRow>(
  `SELECT ${reminderColumns} FROM reminders WHERE message_id IN (SELECT value FROM json_each(:messages)) ORDER BY id`,
);
export const insertReminder = statement<NewReminder, ReminderRow>(
  `INSERT INTO reminders (user_id, message_id, content, markup, html, realm_url, due_at, failed, grant_id)
   VALUES (:user_id, :message_id, :content, :markup, :html, :realm_url, :due_at, :failed, :grant_id) RETURNING ${reminderColumns}`,
);
export const writeReminder = statement<{ id: number; content: string; markup: string; html: string }, ReminderRow>(
  `UPDATE reminders SET content = :content, markup = :markup, html = :html WHERE id = :id RETURNING ${reminderColumns}`,
);
export const failReminder = statement<{ id: number }>("UPDATE reminders SET failed = 1 WHERE id = :id");
export const deleteReminder = statement<{ id: number }>("DELETE FROM reminders WHERE id = :id");
