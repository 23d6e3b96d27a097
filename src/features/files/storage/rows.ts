import { statement } from "../../../database/statement.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Files that a request is about to store. If a file isn't kept within a day, it has no owner and is deleted.
   CREATE TABLE reserved_files (key TEXT PRIMARY KEY, reserved_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE INDEX reserved_files_by_time ON reserved_files (reserved_at);`,
  `-- The uploader, or null in rows written before this column existed.
   ALTER TABLE reserved_files ADD COLUMN user_id INTEGER;
   CREATE INDEX reserved_files_by_user ON reserved_files (user_id, reserved_at);`,
];

export const insertReserved = statement<{ key: string; user: number; now: Seconds }>(
  "INSERT INTO reserved_files (key, user_id, reserved_at) VALUES (:key, :user, :now)",
);
/** Drops all but the newest reservations an account made since a time. */
export const deleteReservedBeyond = statement<{ user: number; since: Seconds; most: number }, { key: string }>(
  `DELETE FROM reserved_files WHERE key IN (
     SELECT key FROM reserved_files WHERE user_id = :user AND reserved_at > :since
     ORDER BY reserved_at DESC, key LIMIT -1 OFFSET :most
   ) RETURNING key`,
);
export const deleteReserved = statement<{ key: string }, { key: string }>(
  "DELETE FROM reserved_files WHERE key = :key RETURNING key",
);
export const deleteReservedBefore = statement<{ before: Seconds }, { key: string }>(
  "DELETE FROM reserved_files WHERE reserved_at <= :before RETURNING key",
);
export const oldestReserved = statement<Record<string, never>, { reserved_at: Seconds | null }>(
  "SELECT min(reserved_at) AS reserved_at FROM reserved_files",
);
export const reservedAmong = statement<{ keys: string }, { key: string }>(
  "SELECT key FROM reserved_files WHERE key IN (SELECT value FROM json_each(:keys))",
);
