import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { owned } from "../../../realm/archive-io/writers.ts";
import { insertWords } from "./alert-words.ts";

const most = { number: limits.account.alert_words };

export const alertWordArchive: FeatureArchive = {
  tables: ["alert_words"],
  parts: [
    part({
      table: "alert_words",
      isPersonal: true,
      reading: { from: "alert_words t", key: ["user_id", "key"], columns: ["word"] },
      write: owned("alert_words", most, ({ realm }, user, { word }: ArchiveRow<"alert_words">) => {
        const plain = word.trim();
        if (plain === "") return "empty alert words";
        const key = plain.toLowerCase();
        return { key, write: () => insertWords.run(realm.sql, { user, words: JSON.stringify([[key, plain]]) }) };
      }),
    }),
  ],
};
