import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Extent } from "../../../protocol/stock.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE drafts (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     type TEXT NOT NULL,
     -- JSON: a list of the channel's id, or of users' ids.
     recipients TEXT NOT NULL,
     topic TEXT NOT NULL,
     content TEXT NOT NULL,
     edited_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX drafts_by_user ON drafts (user_id, edited_at);`,
];

export interface DraftRow {
  readonly id: number;
  readonly type: "" | "stream" | "private";
  readonly recipients: string;
  readonly topic: string;
  readonly content: string;
  readonly edited_at: Seconds;
}

const listed = "id, type, recipients, topic, content, edited_at";
type Columns = { [Column in keyof DraftRow]: DraftRow[Column] };

export const draftsOfUser = statement<{ user: number; most: number }, DraftRow>(
  `SELECT ${listed} FROM drafts WHERE user_id = :user ORDER BY edited_at DESC, id DESC LIMIT :most`,
);
export const draftOfUser = statement<{ user: number; id: number }, DraftRow>(
  `SELECT ${listed} FROM drafts WHERE id = :id AND user_id = :user`,
);
export const draftsAfter = statement<{ after: number; most: number }, DraftRow & { user_id: UserId }>(
  `SELECT user_id, ${listed} FROM drafts WHERE id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
export const selectExtent = statement<{ user: number }, Extent>(
  `SELECT count(*) AS number, coalesce(sum(octet_length(recipients) + octet_length(topic) + octet_length(content)), 0) AS bytes
   FROM drafts WHERE user_id = :user`,
);
export const insertDraft = statement<{ user: number } & Omit<Columns, "id">, DraftRow>(
  `INSERT INTO drafts (user_id, type, recipients, topic, content, edited_at)
   VALUES (:user, :type, :recipients, :topic, :content, :edited_at) RETURNING ${listed}`,
);
export const updateDraft = statement<Columns, DraftRow>(
  `UPDATE drafts SET type = :type, recipients = :recipients, topic = :topic, content = :content, edited_at = :edited_at
   WHERE id = :id RETURNING ${listed}`,
);
export const deleteDraft = statement<{ id: number }>("DELETE FROM drafts WHERE id = :id");
export const deleteDraftsOfUser = statement<{ user: number }>("DELETE FROM drafts WHERE user_id = :user");
