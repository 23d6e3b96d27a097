import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { additive } from "../../../realm/schema.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE sessions (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     hash TEXT NOT NULL UNIQUE,
     client TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX sessions_by_user ON sessions (user_id);
   CREATE INDEX sessions_by_end ON sessions (expires_at);`,
  additive(`-- To the day.
   ALTER TABLE sessions ADD COLUMN last_used_at INTEGER;`),
];

interface SessionRow {
  id: number;
  user_id: UserId;
  client: string;
  created_at: Seconds;
  expires_at: Seconds;
  /** When it was first used on the last day of its use after that of its making; null where there is none yet. */
  last_used_at: Seconds | null;
}

const columns = "id, user_id, client, created_at, expires_at, last_used_at";

export const sessionByHash = statement<{ hash: string; now: Seconds }, SessionRow>(
  `SELECT ${columns} FROM sessions WHERE hash = :hash AND expires_at > :now`,
);
export const sessionsOf = statement<{ user: number; now: Seconds }, SessionRow>(
  `SELECT ${columns} FROM sessions WHERE user_id = :user AND expires_at > :now ORDER BY id`,
);
export const insertSession = statement<{
  user: number;
  hash: string;
  client: string;
  created_at: Seconds;
  expires_at: Seconds;
}>(
  `INSERT INTO sessions (user_id, hash, client, created_at, expires_at)
   VALUES (:user, :hash, :client, :created_at, :expires_at)`,
);
export const setSessionUsed = statement<{ id: number; at: Seconds }>(
  "UPDATE sessions SET last_used_at = :at WHERE id = :id",
);
export const deleteSession = statement<{ user: number; id: number }, { id: number }>(
  "DELETE FROM sessions WHERE id = :id AND user_id = :user RETURNING id",
);
export const deleteSessionsOf = statement<{ user: number; but: number }, { id: number }>(
  "DELETE FROM sessions WHERE user_id = :user AND id <> :but RETURNING id",
);
export const deleteEndedSessions = statement<{ now: Seconds }>("DELETE FROM sessions WHERE expires_at <= :now");
/** Deletes a user's oldest sessions, except for the newest `keep`. */
export const deleteOldestSessions = statement<{ user: number; keep: number }>(
  `DELETE FROM sessions WHERE user_id = :user
     AND id NOT IN (SELECT id FROM sessions WHERE user_id = :user ORDER BY id DESC LIMIT :keep)`,
);
