import { statement } from "../../../database/statement.ts";
import type { MessageId } from "../../../protocol/ids.ts";

export const schema = [
  `-- Messages that link to pages that were not fetched yet, with these pages' URLs as JSON. While there are any, a job is
   -- in the outbox.
   CREATE TABLE link_previews_waiting (message_id INTEGER PRIMARY KEY, pages TEXT NOT NULL) STRICT;`,
];

interface PendingCard {
  readonly message_id: MessageId;
  readonly pages: string;
}

export const upsertWaiting = statement<{ message: number; pages: string }>(
  `INSERT INTO link_previews_waiting (message_id, pages) VALUES (:message, :pages)
   ON CONFLICT (message_id) DO UPDATE SET pages = excluded.pages`,
);
export const deleteWaiting = statement<{ message: number }>(
  "DELETE FROM link_previews_waiting WHERE message_id = :message",
);
export const deleteWaitingAmong = statement<{ messages: string }>(
  "DELETE FROM link_previews_waiting WHERE message_id IN (SELECT value FROM json_each(:messages))",
);
export const selectWaiting = statement<{ message: number }, PendingCard>(
  "SELECT message_id, pages FROM link_previews_waiting WHERE message_id = :message",
);
export const oldestWaiting = statement<{ most: number }, PendingCard>(
  "SELECT message_id, pages FROM link_previews_waiting ORDER BY message_id LIMIT :most",
);
export const countWaiting = statement<Record<string, never>, { count: number }>(
  "SELECT count(*) AS count FROM link_previews_waiting",
);
