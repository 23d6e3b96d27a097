import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";

export const schema = [
  `CREATE TABLE user_statuses (
     user_id INTEGER PRIMARY KEY,
     status_text TEXT NOT NULL,
     emoji_name TEXT NOT NULL,
     emoji_code TEXT NOT NULL,
     reaction_type TEXT NOT NULL
   ) STRICT;`,
];

export interface StatusRow {
  readonly status_text: string;
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: string;
}

const columns = "status_text, emoji_name, emoji_code, reaction_type";
export const statusOf = statement<{ user: number }, StatusRow>(
  `SELECT ${columns} FROM user_statuses WHERE user_id = :user`,
);
export const allStatuses = statement<Record<string, never>, StatusRow & { user_id: UserId }>(
  `SELECT user_id, ${columns} FROM user_statuses ORDER BY user_id`,
);
export const putStatus = statement<{ user: number } & { [K in keyof StatusRow]: string }>(
  `INSERT INTO user_statuses (user_id, ${columns})
   VALUES (:user, :status_text, :emoji_name, :emoji_code, :reaction_type)
   ON CONFLICT (user_id) DO UPDATE SET status_text = excluded.status_text, emoji_name = excluded.emoji_name,
     emoji_code = excluded.emoji_code, reaction_type = excluded.reaction_type`,
);
export const deleteStatus = statement<{ user: number }>("DELETE FROM user_statuses WHERE user_id = :user");
