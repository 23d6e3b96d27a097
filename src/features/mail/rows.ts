import { statement } from "../../database/statement.ts";
import type { Seconds } from "../../util/time.ts";

export const schema = [
  // Only a developer's server, which sends no real email, writes to it.
  `CREATE TABLE mailbox (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     recipient TEXT NOT NULL,
     subject TEXT NOT NULL,
     text TEXT NOT NULL,
     url TEXT,
     sent_at INTEGER NOT NULL
   ) STRICT;`,
];

interface MailRow {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly url: string | null;
  readonly sent_at: Seconds;
}

export const insertMail = statement<{
  recipient: string;
  subject: string;
  text: string;
  url: string | null;
  sent_at: Seconds;
}>(
  `INSERT INTO mailbox (recipient, subject, text, url, sent_at)
   VALUES (:recipient, :subject, :text, :url, :sent_at)`,
);
export const newestMails = statement<Record<string, never>, MailRow>(
  "SELECT recipient, subject, text, url, sent_at FROM mailbox ORDER BY id DESC",
);
export const deleteOldest = statement<{ keep: number }>(
  "DELETE FROM mailbox WHERE id <= (SELECT max(id) FROM mailbox) - :keep",
);
