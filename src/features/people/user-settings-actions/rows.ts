import { type ColumnsOf, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- New email addresses that aren't confirmed yet.
   CREATE TABLE email_changes (
     user_id INTEGER PRIMARY KEY,
     email TEXT NOT NULL,
     key_hash TEXT NOT NULL UNIQUE,
     requested_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE email_change_requests (user_id INTEGER NOT NULL, requested_at INTEGER NOT NULL) STRICT;
   CREATE INDEX email_change_requests_by_user ON email_change_requests (user_id, requested_at);
   CREATE INDEX email_change_requests_by_time ON email_change_requests (requested_at);`,
  `-- Keys in emails about an address set by an administrator: to confirm it, or to restore the previous one.
   CREATE TABLE address_keys (
     key_hash TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL,
     email TEXT NOT NULL,
     undoes INTEGER NOT NULL,
     made_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX address_keys_by_user ON address_keys (user_id, made_at);`,
];

interface EmailChangeRow {
  readonly user_id: UserId;
  readonly email: string;
  readonly requested_at: Seconds;
}

export const putEmailChange = statement<{ user: number; email: string; key_hash: string; requested_at: Seconds }>(
  `INSERT INTO email_changes (user_id, email, key_hash, requested_at) VALUES (:user, :email, :key_hash, :requested_at)
   ON CONFLICT (user_id) DO UPDATE
   SET email = excluded.email, key_hash = excluded.key_hash, requested_at = excluded.requested_at`,
);
export const emailChangeByKey = statement<{ key_hash: string }, EmailChangeRow>(
  "SELECT user_id, email, requested_at FROM email_changes WHERE key_hash = :key_hash",
);
export const deleteEmailChange = statement<{ user: number }>("DELETE FROM email_changes WHERE user_id = :user");

export const insertRequest = statement<{ user: number; now: Seconds }>(
  "INSERT INTO email_change_requests (user_id, requested_at) VALUES (:user, :now)",
);
/** Returns the time of an account's newest request, not counting the `skip` newest. */
export const requestBefore = statement<{ user: number; skip: number }, { requested_at: Seconds }>(
  `SELECT requested_at FROM email_change_requests WHERE user_id = :user
   ORDER BY requested_at DESC LIMIT 1 OFFSET :skip`,
);
export const deleteRequestsBefore = statement<{ before: Seconds }>(
  "DELETE FROM email_change_requests WHERE requested_at <= :before",
);

export interface AddressKeyRow {
  readonly user_id: UserId;
  /** The address that the key confirms or restores. */
  readonly email: string;
  readonly undoes: number;
  readonly made_at: Seconds;
}

export const addressKey = statement<{ key_hash: string }, AddressKeyRow>(
  "SELECT user_id, email, undoes, made_at FROM address_keys WHERE key_hash = :key_hash",
);
export const insertAddressKey = statement<{ key_hash: string } & ColumnsOf<AddressKeyRow>>(
  `INSERT INTO address_keys (key_hash, user_id, email, undoes, made_at)
   VALUES (:key_hash, :user_id, :email, :undoes, :made_at)`,
);
export const deleteAddressKeysBefore = statement<{ before: Seconds }>(
  "DELETE FROM address_keys WHERE made_at <= :before",
);
/** Deletes an account's keys of one kind created at or after a time. */
export const deleteAddressKeys = statement<{ user: number; undoes: number; since: Seconds }>(
  "DELETE FROM address_keys WHERE user_id = :user AND undoes = :undoes AND made_at >= :since",
);
export const countAddressKeys = statement<{ user: number; undoes: number }, { count: number }>(
  "SELECT count(*) AS count FROM address_keys WHERE user_id = :user AND undoes = :undoes",
);
