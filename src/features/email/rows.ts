import { type ColumnsOf, type NoParams, statement } from "../../database/statement.ts";
import type { Seconds } from "../../util/time.ts";
import type { MailOutage } from "./hooks.ts";

export const schema = [
  // Only a developer's server, which sends no real email, writes to this table.
  `CREATE TABLE mailbox (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     recipient TEXT NOT NULL,
     subject TEXT NOT NULL,
     text TEXT NOT NULL,
     url TEXT,
     sent_at INTEGER NOT NULL
   ) STRICT;`,
  `-- Emails requested by people without an account in the last day, with their IP addresses.
   CREATE TABLE stranger_letters (asker TEXT NOT NULL, asked_at INTEGER NOT NULL) STRICT;
   CREATE INDEX stranger_letters_by_asker ON stranger_letters (asker, asked_at);
   CREATE INDEX stranger_letters_by_time ON stranger_letters (asked_at);`,
  `-- Verifies the tokens in the organization's emails. At most one row, which never changes.
   CREATE TABLE mail_secret (secret TEXT NOT NULL) STRICT;
   ALTER TABLE mailbox ADD COLUMN html TEXT;
   -- JSON: an object of strings.
   ALTER TABLE mailbox ADD COLUMN headers TEXT;`,
  `-- Since when no email could be sent: one row, from the first failure until an email is sent again. reason: the text of
   -- the last failure.
   CREATE TABLE mail_outage (
     id INTEGER PRIMARY KEY CHECK (id = 1),
     began_at INTEGER NOT NULL,
     failures INTEGER NOT NULL,
     reason TEXT NOT NULL,
     is_told INTEGER NOT NULL DEFAULT 0
   ) STRICT;`,
];

const outageColumns = "began_at, failures, reason, is_told";
export const selectOutage = statement<NoParams, MailOutage>(`SELECT ${outageColumns} FROM mail_outage`);
export const countFailure = statement<{ now: Seconds; reason: string }, MailOutage>(
  `INSERT INTO mail_outage (id, began_at, failures, reason) VALUES (1, :now, 1, :reason)
   ON CONFLICT (id) DO UPDATE SET failures = failures + 1, reason = excluded.reason RETURNING ${outageColumns}`,
);
export const setOutageTold = statement("UPDATE mail_outage SET is_told = 1");
export const deleteOutage = statement("DELETE FROM mail_outage");

interface MailRow {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly url: string | null;
  readonly sent_at: Seconds;
  /** Null in emails stored by an earlier version. */
  readonly html: string | null;
  readonly headers: string | null;
}

export const allMails = statement<NoParams, MailRow & { id: number }>(
  "SELECT id, recipient, subject, text, url, sent_at, html, headers FROM mailbox ORDER BY id DESC",
);
export const deleteMail = statement<{ id: number }>("DELETE FROM mailbox WHERE id = :id");
export const insertMail = statement<ColumnsOf<MailRow>>(
  `INSERT INTO mailbox (recipient, subject, text, url, sent_at, html, headers)
   VALUES (:recipient, :subject, :text, :url, :sent_at, :html, :headers)`,
);
export const deleteOldest = statement<{ keep: number }>(
  "DELETE FROM mailbox WHERE id <= (SELECT max(id) FROM mailbox) - :keep",
);

export const insertEmail = statement<{ asker: string; now: Seconds }>(
  "INSERT INTO stranger_letters (asker, asked_at) VALUES (:asker, :now)",
);
export const emailsBy = statement<{ asker: string }, { count: number; oldest: Seconds | null }>(
  "SELECT count(*) AS count, min(asked_at) AS oldest FROM stranger_letters WHERE asker = :asker",
);
export const deleteEmailsBefore = statement<{ before: Seconds }>(
  "DELETE FROM stranger_letters WHERE asked_at <= :before",
);
export const deleteOldestEmails = statement<{ keep: number }>(
  "DELETE FROM stranger_letters WHERE rowid <= (SELECT max(rowid) FROM stranger_letters) - :keep",
);
