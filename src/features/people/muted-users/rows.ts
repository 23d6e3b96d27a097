import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `CREATE TABLE muted_users (
     user_id INTEGER NOT NULL,
     muted_user_id INTEGER NOT NULL,
     muted_at INTEGER NOT NULL,
     PRIMARY KEY (user_id, muted_user_id)
   ) STRICT, WITHOUT ROWID;`,
];

export const allMutes = statement<Record<string, never>, { user_id: UserId; muted_user_id: UserId }>(
  "SELECT user_id, muted_user_id FROM muted_users",
);
export const mutesOfUser = statement<{ user: number }, { muted_user_id: UserId; muted_at: Seconds }>(
  "SELECT muted_user_id, muted_at FROM muted_users WHERE user_id = :user ORDER BY muted_at, muted_user_id",
);
export const insertMute = statement<{ user: number; muted: number; at: Seconds }>(
  "INSERT INTO muted_users (user_id, muted_user_id, muted_at) VALUES (:user, :muted, :at)",
);
export const deleteMute = statement<{ user: number; muted: number }>(
  "DELETE FROM muted_users WHERE user_id = :user AND muted_user_id = :muted",
);
