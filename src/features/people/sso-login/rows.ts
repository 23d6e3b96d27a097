import { type NoParams, statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Accounts' identities at providers. The subject stays the same even if the address changes, or is reassigned.
   CREATE TABLE external_logins (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     issuer TEXT NOT NULL,
     subject TEXT NOT NULL,
     linked_at INTEGER NOT NULL,
     used_at INTEGER NOT NULL,
     UNIQUE (issuer, subject),
     UNIQUE (user_id, issuer)
   ) STRICT;
   -- Short-lived, single-use tickets: a login in progress (no user), and a desktop app's token.
   CREATE TABLE login_tickets (
     hash TEXT PRIMARY KEY,
     user_id INTEGER,
     expires_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX login_tickets_by_end ON login_tickets (expires_at);`,
  `-- JSON: the login at a service that starts the ticket's session, or whose session has just ended here.
   ALTER TABLE login_tickets ADD COLUMN login TEXT;`,
];

interface LoginRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly issuer: string;
  readonly linked_at: Seconds;
  readonly used_at: Seconds;
}

const columns = "id, user_id, issuer, linked_at, used_at";

export const loginBySubject = statement<{ issuer: string; subject: string }, LoginRow>(
  `SELECT ${columns} FROM external_logins WHERE issuer = :issuer AND subject = :subject`,
);
export const loginsOf = statement<{ user: number }, LoginRow>(
  `SELECT ${columns} FROM external_logins WHERE user_id = :user ORDER BY id`,
);
export const insertLogin = statement<{ user: number; issuer: string; subject: string; now: Seconds }>(
  `INSERT INTO external_logins (user_id, issuer, subject, linked_at, used_at)
   VALUES (:user, :issuer, :subject, :now, :now)`,
);
export const setUsed = statement<{ id: number; now: Seconds }>(
  "UPDATE external_logins SET used_at = :now WHERE id = :id",
);
export const deleteLogin = statement<{ user: number; id: number }>(
  "DELETE FROM external_logins WHERE id = :id AND user_id = :user",
);

export const deleteLoginsOf = statement<{ user: number }>("DELETE FROM external_logins WHERE user_id = :user");

/** Returns a row only if there was none with the same hash. */
export const insertTicket = statement<
  { hash: string; user: number | null; expires_at: Seconds; login: string | null },
  { hash: string }
>(
  `INSERT INTO login_tickets (hash, user_id, expires_at, login) VALUES (:hash, :user, :expires_at, :login)
   ON CONFLICT (hash) DO NOTHING RETURNING hash`,
);
interface Ticket {
  readonly user_id: UserId;
  readonly expires_at: Seconds;
  readonly login: string | null;
}
export const takeTicket = statement<{ hash: string }, Ticket>(
  `DELETE FROM login_tickets WHERE hash = :hash AND user_id IS NOT NULL
   RETURNING user_id, expires_at, login`,
);
export const ticketsByLogin = statement<NoParams, { hash: string; login: string }>(
  "SELECT hash, login FROM login_tickets WHERE user_id IS NOT NULL AND login IS NOT NULL",
);
export const deleteTicket = statement<{ hash: string }>("DELETE FROM login_tickets WHERE hash = :hash");
export const deleteTicketsOf = statement<{ user: number }>("DELETE FROM login_tickets WHERE user_id = :user");
export const deleteEndedTickets = statement<{ now: Seconds }>("DELETE FROM login_tickets WHERE expires_at <= :now");
/** Deletes the tickets that expire first, except the last `keep`. */
export const deleteOldestTickets = statement<{ keep: number }>(
  `DELETE FROM login_tickets WHERE hash IN
     (SELECT hash FROM login_tickets ORDER BY expires_at DESC LIMIT -1 OFFSET :keep)`,
);
