import { statement } from "../../../database/statement.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Login emails a user got in the day that started at since.
   CREATE TABLE login_letters (user_id INTEGER PRIMARY KEY, since INTEGER NOT NULL, letters INTEGER NOT NULL) STRICT;`,
];

/** Counts an email, starting a new day if the last one has ended. Returns the number of emails in the current day. */
export const countLoginEmail = statement<{ user: number; now: Seconds; day_ago: Seconds }, { letters: number }>(
  `INSERT INTO login_letters (user_id, since, letters) VALUES (:user, :now, 1)
   ON CONFLICT (user_id) DO UPDATE SET
     letters = CASE WHEN since > :day_ago THEN letters + 1 ELSE 1 END,
     since = CASE WHEN since > :day_ago THEN since ELSE excluded.since END
   RETURNING letters`,
);
