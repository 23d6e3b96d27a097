import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";

/** A custom emoji. Rows are never deleted, because messages may show the emoji. */
export interface CustomEmojiRow {
  readonly id: number;
  readonly name: string;
  readonly file: string;
  /** Whether it is animated and also has a still picture. */
  readonly animated: number;
  readonly author_id: UserId;
  readonly deactivated: number;
}

export const schema = [
  `CREATE TABLE custom_emoji (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     file TEXT NOT NULL,
     animated INTEGER NOT NULL,
     author_id INTEGER NOT NULL,
     deactivated INTEGER NOT NULL DEFAULT 0
   ) STRICT;
   CREATE UNIQUE INDEX custom_emoji_in_use ON custom_emoji (name) WHERE deactivated = 0;`,
];

const columns = "id, name, file, animated, author_id, deactivated";

export const allCustomEmoji = statement<Record<string, never>, CustomEmojiRow>(
  `SELECT ${columns} FROM custom_emoji ORDER BY id`,
);
export const insertCustomEmoji = statement<
  { name: string; file: string; animated: boolean; author: number },
  CustomEmojiRow
>(
  `INSERT INTO custom_emoji (name, file, animated, author_id) VALUES (:name, :file, :animated, :author)
   RETURNING ${columns}`,
);
export const setDeactivated = statement<{ id: number }>("UPDATE custom_emoji SET deactivated = 1 WHERE id = :id");
