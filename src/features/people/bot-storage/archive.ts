import { statement } from "../../../database/statement.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";

export const botStorageArchive = ownedArchive("bot_storage", {
  most: { number: limits.account.stored_entries, bytes: limits.account.stored_bytes },
  // An entry can be up to two megabytes.
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
