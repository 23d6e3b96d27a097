import { type NoParams, statement } from "../../../database/statement.ts";
import type { EndReason } from "../../../protocol/errors.ts";
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
  `-- Whether the session can only set up a passkey or a second factor, which the organization requires first.
   ALTER TABLE sessions ADD COLUMN owes_setup INTEGER NOT NULL DEFAULT 0;`,
  `-- Sessions that were ended before they expired. A client that still has the cookie is told so.
   CREATE TABLE ended_sessions (
     hash TEXT PRIMARY KEY,
     user_id INTEGER NOT NULL,
     ended_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX ended_sessions_by_user ON ended_sessions (user_id, ended_at);
   CREATE INDEX ended_sessions_by_end ON ended_sessions (ended_at);`,
  `-- The login at another service that started the session: the user there, the service's session, the token it expects
   -- back at logout, and when the user last entered their password there.
   ALTER TABLE sessions ADD COLUMN issuer TEXT;
   ALTER TABLE sessions ADD COLUMN subject TEXT;
   ALTER TABLE sessions ADD COLUMN sid TEXT;
   ALTER TABLE sessions ADD COLUMN id_token TEXT;
   ALTER TABLE sessions ADD COLUMN authenticated_at INTEGER;
   CREATE INDEX sessions_by_subject ON sessions (issuer, subject) WHERE issuer IS NOT NULL;
   CREATE INDEX sessions_by_sid ON sessions (issuer, sid) WHERE sid IS NOT NULL;`,
  additive(`-- An \`EndReason\`, shown at the next login.
   ALTER TABLE ended_sessions ADD COLUMN reason TEXT;`),
];

interface SessionRow {
  id: number;
  user_id: UserId;
  client: string;
  created_at: Seconds;
  expires_at: Seconds;
  /**
   * Time of the session's first use on its most recent day of use, or null if it hasn't been used after the day of its
   * creation.
   */
  last_used_at: Seconds | null;
  owes_setup: 0 | 1;
}

const columns = "id, user_id, client, created_at, expires_at, last_used_at, owes_setup";

/** Condition for sessions that haven't expired and were used since a time, precise to the day. */
const isLiving = "expires_at > :now AND coalesce(last_used_at, created_at) > :used_since";
export type LivingAt = Readonly<Record<"now" | "used_since", Seconds>>;
export const sessionByHash = statement<LivingAt & { hash: string }, SessionRow>(
  `SELECT ${columns} FROM sessions WHERE hash = :hash AND ${isLiving}`,
);
export const sessionsOf = statement<LivingAt & { user: number }, SessionRow>(
  `SELECT ${columns} FROM sessions WHERE user_id = :user AND ${isLiving} ORDER BY id`,
);
export const insertSession = statement<{
  user: number;
  hash: string;
  client: string;
  created_at: Seconds;
  expires_at: Seconds;
  owes_setup: boolean;
  issuer: string | null;
  subject: string | null;
  sid: string | null;
  id_token: string | null;
  authenticated_at: Seconds | null;
}>(
  `INSERT INTO sessions (user_id, hash, client, created_at, expires_at, owes_setup,
     issuer, subject, sid, id_token, authenticated_at)
   VALUES (:user, :hash, :client, :created_at, :expires_at, :owes_setup,
     :issuer, :subject, :sid, :id_token, :authenticated_at)`,
);
/** When a session's user last authenticated. */
export const sessionStart = statement<{ user: number; id: number }, { shown_at: Seconds }>(
  `SELECT coalesce(authenticated_at, created_at) AS shown_at FROM sessions WHERE id = :id AND user_id = :user`,
);
type ServiceSession = Pick<SessionRow, "id" | "user_id"> & { subject: string; sid: string | null };
export const sessionsOfSubject = statement<{ issuer: string; subject: string }, ServiceSession>(
  "SELECT id, user_id, subject, sid FROM sessions WHERE issuer = :issuer AND subject = :subject ORDER BY id",
);
export const sessionsOfSid = statement<{ issuer: string; sid: string }, ServiceSession>(
  "SELECT id, user_id, subject, sid FROM sessions WHERE issuer = :issuer AND sid = :sid ORDER BY id",
);
export const serviceOfSession = statement<
  { user: number; id: number },
  { issuer: string | null; id_token: string | null }
>("SELECT issuer, id_token FROM sessions WHERE id = :id AND user_id = :user");
/** Turns a setup session into a regular one. */
export const completeSession = statement<{ id: number; expires_at: Seconds }>(
  "UPDATE sessions SET owes_setup = 0, expires_at = :expires_at WHERE id = :id AND owes_setup = 1",
);
/** Deletes a user's sessions that can only be used for setup, except one. */
export const deleteSetupSessions = statement<{ user: number; but: number }>(
  "DELETE FROM sessions WHERE user_id = :user AND owes_setup = 1 AND id <> :but",
);
export const setSessionUsed = statement<{ id: number; at: Seconds }>(
  "UPDATE sessions SET last_used_at = :at WHERE id = :id",
);
export const deleteSession = statement<{ user: number; id: number }, { hash: string }>(
  "DELETE FROM sessions WHERE id = :id AND user_id = :user RETURNING hash",
);
export const deleteSessionsOf = statement<{ user: number; but: number }, { hash: string }>(
  "DELETE FROM sessions WHERE user_id = :user AND id <> :but RETURNING hash",
);
/** Condition for sessions created or last used too long ago. */
const isOverdue = "(created_at <= :made_by OR coalesce(last_used_at, created_at) <= :used_by)";
type Overdue = Readonly<Record<"made_by" | "used_by", Seconds>>;
export const deleteOverdueSessions = statement<Overdue, { user_id: UserId }>(
  `DELETE FROM sessions WHERE ${isOverdue} RETURNING user_id`,
);
export const deleteOverdueSessionsOf = statement<Overdue & { user: number }, { user_id: UserId }>(
  `DELETE FROM sessions WHERE user_id = :user AND ${isOverdue} RETURNING user_id`,
);
/** Creation time of the oldest session, and last use of the least recently used one. */
const oldest = "SELECT min(created_at) AS made, min(coalesce(last_used_at, created_at)) AS used FROM sessions";
type Oldest = Readonly<Record<"made" | "used", Seconds | null>>;
export const oldestSessions = statement<NoParams, Oldest>(oldest);
export const oldestSessionsOf = statement<{ user: number }, Oldest>(`${oldest} WHERE user_id = :user`);
export const deleteEndedSessions = statement<{ now: Seconds }>("DELETE FROM sessions WHERE expires_at <= :now");
export const deleteIdleSessions = statement<{ user: number; used_since: Seconds }>(
  "DELETE FROM sessions WHERE user_id = :user AND coalesce(last_used_at, created_at) <= :used_since",
);
export const deleteOldestSessions = statement<{ user: number; keep: number }, { hash: string }>(
  `DELETE FROM sessions WHERE user_id = :user
     AND id NOT IN (SELECT id FROM sessions WHERE user_id = :user ORDER BY id DESC LIMIT :keep) RETURNING hash`,
);

export const insertEndedSession = statement<{ hash: string; user: number; at: Seconds; reason: EndReason | null }>(
  "INSERT OR REPLACE INTO ended_sessions (hash, user_id, ended_at, reason) VALUES (:hash, :user, :at, :reason)",
);
export const endedSession = statement<{ hash: string; since: Seconds }, { reason: EndReason | null }>(
  "SELECT reason FROM ended_sessions WHERE hash = :hash AND ended_at > :since",
);
export const deleteSessionsEndedBefore = statement<{ since: Seconds }>(
  "DELETE FROM ended_sessions WHERE ended_at <= :since",
);
/** Deletes the oldest entries of a user's ended sessions, except the newest `keep`. */
export const deleteFirstEnded = statement<{ user: number; keep: number }>(
  `DELETE FROM ended_sessions WHERE user_id = :user AND hash IN
     (SELECT hash FROM ended_sessions WHERE user_id = :user ORDER BY ended_at DESC, hash LIMIT -1 OFFSET :keep)`,
);
