import { limits } from "../../../protocol/limit-table.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { insertWords } from "./alert-words.ts";

export const alertWordArchive = ownedArchive("alert_words", {
  most: { number: limits.account.alert_words },
  reading: { key: ["user_id", "key"], columns: ["word"] },
  write({ realm }, user, row) {
    const word = row.word.trim();
    if (word === "") return "empty alert words";
    const key = word.toLowerCase();
    return { key, write: () => insertWords.run(realm.sql, { user, words: JSON.stringify([[key, word]]) }) };
  },
});
