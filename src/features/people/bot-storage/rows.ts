import { statement } from "../../../database/statement.ts";

export const schema = [
  `CREATE TABLE bot_storage (
     user_id INTEGER NOT NULL,
     key TEXT NOT NULL,
     -- Bytes of key and value. It stands before the value, so that SQLite adds the sizes up without reading values.
     size INTEGER NOT NULL,
     value TEXT NOT NULL,
     PRIMARY KEY (user_id, key)
   ) STRICT, WITHOUT ROWID;`,
];

export interface EntryRow {
  readonly key: string;
  readonly value: string;
}

export const entriesOf = statement<{ user: number }, EntryRow>(
  "SELECT key, value FROM bot_storage WHERE user_id = :user ORDER BY key",
);
export const entriesWithKeys = statement<{ user: number; keys: string }, EntryRow>(
  `SELECT key, value FROM bot_storage
   WHERE user_id = :user AND key IN (SELECT value FROM json_each(:keys)) ORDER BY key`,
);
export const putEntry = statement<{ user: number; key: string; size: number; value: string }>(
  `INSERT INTO bot_storage (user_id, key, size, value) VALUES (:user, :key, :size, :value)
   ON CONFLICT (user_id, key) DO UPDATE SET size = excluded.size, value = excluded.value`,
);
export const storageExtent = statement<{ user: number }, { entries: number; bytes: number }>(
  "SELECT count(*) AS entries, coalesce(sum(size), 0) AS bytes FROM bot_storage WHERE user_id = :user",
);
export const deleteEntries = statement<{ user: number }>("DELETE FROM bot_storage WHERE user_id = :user");
export const deleteEntriesWithKeys = statement<{ user: number; keys: string }, { key: string }>(
  `DELETE FROM bot_storage WHERE user_id = :user AND key IN (SELECT value FROM json_each(:keys)) RETURNING key`,
);
export const keysOf = statement<{ user: number; prefix: string; most: number }, { key: string }>(
  `SELECT key FROM bot_storage WHERE user_id = :user AND substr(key, 1, length(:prefix)) = :prefix
   ORDER BY key LIMIT CAST(:most AS INTEGER)`,
);
