import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Password reset keys. Valid only while the account still has this email address and password.
   CREATE TABLE password_resets (
     user_id INTEGER PRIMARY KEY,
     key_hash TEXT NOT NULL UNIQUE,
     email TEXT NOT NULL,
     password_print TEXT NOT NULL,
     requested_at INTEGER NOT NULL
   ) STRICT;
   -- Emails of the last day, and whether there is an account with the address.
   CREATE TABLE password_reset_letters (
     email TEXT NOT NULL,
     is_known INTEGER NOT NULL,
     sent_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX password_reset_letters_by_email ON password_reset_letters (email, sent_at);
   CREATE INDEX password_reset_letters_by_time ON password_reset_letters (sent_at);`,
  `-- Whether the key was emailed to the address. Using it then proves that the address is the user's.
   ALTER TABLE password_resets ADD COLUMN by_letter INTEGER NOT NULL DEFAULT 0;`,
];

interface ResetRow {
  readonly user_id: UserId;
  readonly email: string;
  readonly password_print: string;
  readonly requested_at: Seconds;
  readonly by_letter: number;
}

export const putReset = statement<Omit<ResetRow, "user_id"> & { user: number; key_hash: string }>(
  `INSERT INTO password_resets (user_id, key_hash, email, password_print, requested_at, by_letter)
   VALUES (:user, :key_hash, :email, :password_print, :requested_at, :by_letter)
   ON CONFLICT (user_id) DO UPDATE SET key_hash = excluded.key_hash, email = excluded.email,
     password_print = excluded.password_print, requested_at = excluded.requested_at, by_letter = excluded.by_letter`,
);
export const resetByKey = statement<{ key_hash: string }, ResetRow>(
  "SELECT user_id, email, password_print, requested_at, by_letter FROM password_resets WHERE key_hash = :key_hash",
);
export const deleteReset = statement<{ user: number }>("DELETE FROM password_resets WHERE user_id = :user");
export const deleteResetsBefore = statement<{ before: Seconds }>(
  "DELETE FROM password_resets WHERE requested_at <= :before",
);

export const insertResetEmail = statement<{ email: string; is_known: number; now: Seconds }>(
  "INSERT INTO password_reset_letters (email, is_known, sent_at) VALUES (:email, :is_known, :now)",
);
/** Returns the time of the newest email to an address, not counting the `skip` newest. */
export const resetEmailBefore = statement<{ email: string; skip: number }, { sent_at: Seconds }>(
  "SELECT sent_at FROM password_reset_letters WHERE email = :email ORDER BY sent_at DESC LIMIT 1 OFFSET :skip",
);
export const unknownResetEmails = statement<NoParams, { count: number }>(
  "SELECT count(*) AS count FROM password_reset_letters WHERE is_known = 0",
);
export const deleteResetEmailsBefore = statement<{ before: Seconds }>(
  "DELETE FROM password_reset_letters WHERE sent_at <= :before",
);
