import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Extent } from "../../../protocol/stock.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE saved_snippets (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     title TEXT NOT NULL,
     content TEXT NOT NULL,
     date_created INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX saved_snippets_by_user ON saved_snippets (user_id);`,
];

export interface SnippetRow {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly date_created: Seconds;
}

const listed = "id, title, content, date_created";

export const snippetsOfUser = statement<{ user: number }, SnippetRow>(
  `SELECT ${listed} FROM saved_snippets WHERE user_id = :user ORDER BY id`,
);
export const snippetOfUser = statement<{ user: number; id: number }, SnippetRow>(
  `SELECT ${listed} FROM saved_snippets WHERE id = :id AND user_id = :user`,
);
export const snippetsAfter = statement<{ after: number; most: number }, SnippetRow & { user_id: UserId }>(
  `SELECT user_id, ${listed} FROM saved_snippets WHERE id > :after ORDER BY id LIMIT CAST(:most AS INTEGER)`,
);
export const selectExtent = statement<{ user: number }, Extent>(
  `SELECT count(*) AS number, coalesce(sum(octet_length(title) + octet_length(content)), 0) AS bytes
   FROM saved_snippets WHERE user_id = :user`,
);
export const insertSnippet = statement<{ user: number; title: string; content: string; now: Seconds }, SnippetRow>(
  `INSERT INTO saved_snippets (user_id, title, content, date_created) VALUES (:user, :title, :content, :now)
   RETURNING ${listed}`,
);
export const updateSnippet = statement<{ id: number; title: string; content: string }>(
  "UPDATE saved_snippets SET title = :title, content = :content WHERE id = :id",
);
export const deleteSnippet = statement<{ id: number }>("DELETE FROM saved_snippets WHERE id = :id");
