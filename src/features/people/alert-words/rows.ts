import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";

export const schema = [
  `CREATE TABLE alert_words (
     user_id INTEGER NOT NULL,
     -- The word in lower case, by which words that differ only in case are the same.
     key TEXT NOT NULL,
     word TEXT NOT NULL,
     PRIMARY KEY (user_id, key)
   ) STRICT, WITHOUT ROWID;`,
];

export const wordsOfUser = statement<{ user: number }, { word: string }>(
  "SELECT word FROM alert_words WHERE user_id = :user ORDER BY key",
);
export const allWords = statement<Record<string, never>, { user_id: UserId; key: string }>(
  "SELECT user_id, key FROM alert_words",
);
/** `words` is a JSON list of [key, word]. Returns the keys of the words that the user did not have. */
export const insertWords = statement<{ user: number; words: string }, { key: string }>(
  `INSERT INTO alert_words (user_id, key, word)
   SELECT :user, value ->> 0, value ->> 1 FROM json_each(:words) WHERE true
   ON CONFLICT (user_id, key) DO NOTHING RETURNING key`,
);
export const deleteWords = statement<{ user: number; keys: string }, { key: string }>(
  `DELETE FROM alert_words WHERE user_id = :user AND key IN (SELECT value FROM json_each(:keys)) RETURNING key`,
);
