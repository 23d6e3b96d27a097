import { statement } from "../../../database/statement.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../realm/realm.ts";

export const botStorageArchive = ownedArchive("bot_storage", {
  most: { number: limits.account.stored_entries, bytes: limits.account.stored_bytes },
  // Few, because an entry can have up to two megabytes.
  atOnce: 10,
  reading: { key: ["user_id", "key"], columns: ["value"] },
  write({ realm }, user, { key, value }) {
    const size = byteLengthOf(key, value);
    if (size > limits.account.stored_entry_bytes) return LeftOut.tooMany;
    return { key, bytes: size, write: () => insertEntry.run(realm.sql, { user, key, size, value }) };
  },
});

const insertEntry = statement<{ user: number; key: string; size: number; value: string }>(
  "INSERT OR IGNORE INTO bot_storage (user_id, key, size, value) VALUES (:user, :key, :size, :value)",
);

export const schema = [
  `CREATE TABLE bot_storage (
     user_id INTEGER NOT NULL,
     key TEXT NOT NULL,
     -- Bytes of key and value. Placed before the value, so that SQLite adds up sizes without reading values.
     size INTEGER NOT NULL,
     value TEXT NOT NULL,
     PRIMARY KEY (user_id, key)
   ) STRICT, WITHOUT ROWID;`,
];

interface EntryRow {
  readonly key: string;
  readonly value: string;
}

const entriesOf = statement<{ user: number }, EntryRow>(
  "SELECT key, value FROM bot_storage WHERE user_id = :user ORDER BY key",
);
const entriesWithKeys = statement<{ user: number; keys: string }, EntryRow>(
  `SELECT key, value FROM bot_storage
   WHERE user_id = :user AND key IN (SELECT value FROM json_each(:keys)) ORDER BY key`,
);
const putEntry = statement<{ user: number; key: string; size: number; value: string }>(
  `INSERT INTO bot_storage (user_id, key, size, value) VALUES (:user, :key, :size, :value)
   ON CONFLICT (user_id, key) DO UPDATE SET size = excluded.size, value = excluded.value`,
);
const storageExtent = statement<{ user: number }, { entries: number; bytes: number }>(
  "SELECT count(*) AS entries, coalesce(sum(size), 0) AS bytes FROM bot_storage WHERE user_id = :user",
);
const deleteEntries = statement<{ user: number }>("DELETE FROM bot_storage WHERE user_id = :user");
const deleteEntriesWithKeys = statement<{ user: number; keys: string }, { key: string }>(
  `DELETE FROM bot_storage WHERE user_id = :user AND key IN (SELECT value FROM json_each(:keys)) RETURNING key`,
);
const keysWithPrefix = statement<{ user: number; prefix: string; most: number }, { key: string }>(
  `SELECT key FROM bot_storage WHERE user_id = :user AND substr(key, 1, length(:prefix)) = :prefix
   ORDER BY key LIMIT CAST(:most AS INTEGER)`,
);

const keyDoesNotExist = () => badRequest("Key does not exist.");

/** Returns all entries that an account has stored, or those with the given keys. Throws if a key doesn't exist. */
export function readStorage(realm: Realm, user: UserId, keys: readonly string[] | undefined): EntryRow[] {
  if (keys === undefined) return entriesOf.all(realm.sql, { user });
  const found = entriesWithKeys.all(realm.sql, { user, keys: JSON.stringify(keys) });
  if (found.length < new Set(keys).size) throw keyDoesNotExist();
  return found;
}

export const storedKeys = (realm: Realm, user: UserId, prefix: string, most: number): string[] =>
  keysWithPrefix.all(realm.sql, { user, prefix, most }).map(({ key }) => key);

/** Stores values by key, replacing earlier values. Throws without storing any if a limit is exceeded. */
export function writeStorage(realm: Realm, user: UserId, entries: Iterable<readonly [string, string]>): void {
  const { stored_entry_bytes, stored_bytes, stored_entries } = limits.account;
  for (const [key, value] of entries) {
    const size = byteLengthOf(key, value);
    if (size > stored_entry_bytes) throw badRequest(`A value cannot be larger than ${stored_entry_bytes} bytes.`);
    putEntry.run(realm.sql, { user, key, size, value });
  }
  const extent = storageExtent.one(realm.sql, { user });
  const over = extent.bytes - stored_bytes;
  if (over > 0) throw badRequest(`Request exceeds storage limit by ${over} bytes. The limit is ${stored_bytes} bytes.`);
  if (extent.entries > stored_entries) throw badRequest(`You cannot store more than ${stored_entries} keys.`);
}

/** Deletes the entries with the given keys, or all if `keys` is undefined. Throws if a key doesn't exist. */
export function clearStorage(realm: Realm, user: UserId, keys: readonly string[] | undefined): void {
  if (keys === undefined) {
    deleteEntries.run(realm.sql, { user });
    return;
  }
  const deleted = deleteEntriesWithKeys.all(realm.sql, { user, keys: JSON.stringify(keys) });
  if (deleted.length < new Set(keys).size) throw keyDoesNotExist();
}
