import { type NoParams, statement } from "../../../database/statement.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- The first new message whose email recipients haven't been determined yet. At most one row.
   CREATE TABLE letters_to_decide (
     first_message INTEGER NOT NULL,
     -- The last user that was checked for that message.
     after_user INTEGER NOT NULL
   ) STRICT;
   -- Messages that users get an email about unless they read them first. Rows are removed when the email is due, even those
   -- of deleted messages.
   CREATE TABLE missed_messages (
     user_id INTEGER NOT NULL,
     message_id INTEGER NOT NULL,
     sent_at INTEGER NOT NULL,
     -- Whether the user was active when it arrived.
     was_active INTEGER NOT NULL,
     PRIMARY KEY (user_id, message_id)
   ) STRICT, WITHOUT ROWID;
   -- When a user's emails are due, and the number of those rows.
   CREATE TABLE missed_batches (
     user_id INTEGER PRIMARY KEY,
     due_at INTEGER NOT NULL,
     messages INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX missed_batches_by_time ON missed_batches (due_at);
   -- Emails a user got in the hour that started at since.
   CREATE TABLE letters_written (user_id INTEGER PRIMARY KEY, since INTEGER NOT NULL, letters INTEGER NOT NULL) STRICT;`,
];

export interface Undecided {
  readonly first_message: MessageId;
  readonly after_user: UserId;
}
export const selectUndecided = statement<NoParams, Undecided>(
  "SELECT first_message, after_user FROM letters_to_decide",
);
export const insertUndecided = statement<{ message: number }>(
  "INSERT INTO letters_to_decide (first_message, after_user) VALUES (:message, 0)",
);
export const setUndecided = statement<{ first_message: MessageId; after_user: UserId }>(
  "UPDATE letters_to_decide SET first_message = :first_message, after_user = :after_user",
);
export const deleteUndecided = statement("DELETE FROM letters_to_decide");

/** `users` is a list of pairs: a user, and whether they are active. */
export const insertMissed = statement<{ message: number; sent_at: Seconds; users: string }>(
  `INSERT OR IGNORE INTO missed_messages (user_id, message_id, sent_at, was_active)
   SELECT value ->> 0, CAST(:message AS INTEGER), CAST(:sent_at AS INTEGER), value ->> 1 FROM json_each(:users)`,
);
/**
 * Adds a message to users' batches. `users` lists pairs of a user and when their email is due. An existing batch keeps
 * its time.
 */
export const addToBatches = statement<{ users: string }, { user_id: UserId; due_at: Seconds; messages: number }>(
  `INSERT INTO missed_batches (user_id, due_at, messages)
   SELECT value ->> 0, value ->> 1, 1 FROM json_each(:users) WHERE true
   ON CONFLICT (user_id) DO UPDATE SET messages = messages + 1
   RETURNING user_id, due_at, messages`,
);
export const deleteOldestMissed = statement<{ user: number; keep: number }>(
  `DELETE FROM missed_messages WHERE user_id = :user AND message_id <= (
     SELECT message_id FROM missed_messages WHERE user_id = :user ORDER BY message_id DESC LIMIT 1 OFFSET :keep)`,
);
export const setMessages = statement<{ user: number; messages: number }>(
  "UPDATE missed_batches SET messages = :messages WHERE user_id = :user",
);

export const firstDue = statement<{ now: Seconds }, { user_id: UserId }>(
  "SELECT user_id FROM missed_batches WHERE due_at <= :now ORDER BY due_at, user_id LIMIT 1",
);
export const nextDue = statement<NoParams, { due_at: Seconds | null }>(
  "SELECT min(due_at) AS due_at FROM missed_batches",
);
export const setDue = statement<{ user: number; due_at: Seconds }>(
  "UPDATE missed_batches SET due_at = :due_at WHERE user_id = :user",
);
export const missedOf = statement<{ user: number }, { message_id: MessageId; sent_at: Seconds; was_active: number }>(
  "SELECT message_id, sent_at, was_active FROM missed_messages WHERE user_id = :user ORDER BY message_id",
);
export const deleteMissed = statement<{ user: number }>("DELETE FROM missed_messages WHERE user_id = :user");
export const deleteBatch = statement<{ user: number }>("DELETE FROM missed_batches WHERE user_id = :user");

export const emailsWritten = statement<{ user: number }, { since: Seconds; letters: number }>(
  "SELECT since, letters FROM letters_written WHERE user_id = :user",
);
export const putEmailsWritten = statement<{ user: number; since: Seconds; letters: number }>(
  `INSERT INTO letters_written (user_id, since, letters) VALUES (:user, :since, :letters)
   ON CONFLICT (user_id) DO UPDATE SET since = excluded.since, letters = excluded.letters`,
);
