import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { statement } from "../../../database/statement.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { byteLengthOf } from "../../../protocol/quota.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { owned } from "../../../realm/archive-io/writers.ts";
import { LeftOut } from "../../../realm/archive-io/writing.ts";

const most = { number: limits.account.stored_entries, bytes: limits.account.stored_bytes };

export const botStorageArchive: FeatureArchive = {
  tables: ["bot_storage"],
  parts: [
    part({
      table: "bot_storage",
      isPersonal: true,
      // An entry can be up to two megabytes.
      atOnce: 10,
      reading: { from: "bot_storage t", key: ["user_id", "key"], columns: ["value"] },
      write: owned("bot_storage", most, ({ realm }, user, { key, value }: ArchiveRow<"bot_storage">) => {
        const size = byteLengthOf(key, value);
        if (size > limits.account.stored_entry_bytes) return LeftOut.tooMany;
        return { key, bytes: size, write: () => insertEntry.run(realm.sql, { user, key, size, value }) };
      }),
    }),
  ],
};

const insertEntry = statement<{ user: number; key: string; size: number; value: string }>(
  "INSERT OR IGNORE INTO bot_storage (user_id, key, size, value) VALUES (:user, :key, :size, :value)",
);
