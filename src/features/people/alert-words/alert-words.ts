import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { json } from "../../../api/parameter.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkCount } from "../../../protocol/quota.ts";
import { MAX_ALERT_WORD_LENGTH } from "../../../protocol/text-lengths.ts";
import { ownedArchive } from "../../../realm/archive-io/owned-archive.ts";
import { only } from "../../../realm/events/event.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { listSlice } from "../../../realm/state-slice.ts";
import { alertWordsChanged } from "./events.ts";
import { WordIndex } from "./word-index.ts";

export const schema = [
  `CREATE TABLE alert_words (
     user_id INTEGER NOT NULL,
     -- The word in lowercase, so that words that differ only in case are the same.
     key TEXT NOT NULL,
     word TEXT NOT NULL,
     PRIMARY KEY (user_id, key)
   ) STRICT, WITHOUT ROWID;`,
];

const wordsOfUser = statement<{ user: number }, { word: string }>(
  "SELECT word FROM alert_words WHERE user_id = :user ORDER BY key",
);
const allWords = statement<NoParams, { user_id: UserId; key: string }>("SELECT user_id, key FROM alert_words");
/** `words` is a JSON array of [key, word] pairs. Returns the keys of the words that were added. */
const insertWords = statement<{ user: number; words: string }, { key: string }>(
  `INSERT INTO alert_words (user_id, key, word)
   SELECT :user, value ->> 0, value ->> 1 FROM json_each(:words) WHERE true
   ON CONFLICT (user_id, key) DO NOTHING RETURNING key`,
);
const deleteWords = statement<{ user: number; keys: string }, { key: string }>(
  `DELETE FROM alert_words WHERE user_id = :user AND key IN (SELECT value FROM json_each(:keys)) RETURNING key`,
);

const checkWordCount = ({ length }: readonly unknown[]) =>
  checkCount(length, limits.account.alert_words, "alert words");

const keyOf = (word: string) => word.toLowerCase();

const indexKey = cacheKey<WordIndex>("alert words");

const wordIndex = (realm: Realm): WordIndex =>
  realm.cached(indexKey, () => {
    const index = new WordIndex();
    for (const { user_id, key } of allWords.all(realm.sql, {})) index.add(key, user_id);
    return index;
  });

/** Returns the users whose alert words occur in a message, whether or not they receive it. */
export const alertedBy = (realm: Realm, content: string): ReadonlySet<UserId> =>
  wordIndex(realm).usersAlertedBy(content);

const alertWordsOf = (realm: Realm, user: UserId): string[] =>
  wordsOfUser.all(realm.sql, { user }).map(({ word }) => word);

/** Adds words that the user doesn't have yet, ignoring case. Words that the user already has keep their case. */
function addAlertWords(realm: Realm, user: UserId, words: readonly string[]): void {
  const pairs = words.filter((word) => word !== "").map((word) => [keyOf(word), word]);
  checkWordCount(pairs);
  const added = insertWords.all(realm.sql, { user, words: JSON.stringify(pairs) });
  if (added.length === 0) return;
  const all = alertWordsOf(realm, user);
  checkWordCount(all);
  const index = realm.peek(indexKey);
  for (const { key } of added) index?.add(key, user);
  realm.emit(alertWordsChanged({ alert_words: all }), only(user));
}

function removeAlertWords(realm: Realm, user: UserId, words: readonly string[]): void {
  checkWordCount(words);
  const removed = deleteWords.all(realm.sql, { user, keys: JSON.stringify(words.map(keyOf)) });
  if (removed.length === 0) return;
  const index = realm.peek(indexKey);
  for (const { key } of removed) index?.remove(key, user);
  realm.emit(alertWordsChanged({ alert_words: alertWordsOf(realm, user) }), only(user));
}

export const alertWordsStateSlice = listSlice("alert_words", (realm, { user_id }) => alertWordsOf(realm, user_id));

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

export const getAlertWordsEndpoint = action({
  route: "GET /users/me/alert_words",
  reply: { alert_words: v.array(v.string()) },
  run: ({ realm, actor }) => ({ alert_words: alertWordsOf(realm, actor.user_id) }),
});

const hasNoNull = (word: string) => !word.includes("\0");

export const addAlertWordsEndpoint = action({
  route: "POST /users/me/alert_words",
  params: {
    alert_words: json(
      boundedList(
        v.pipe(
          v.string(),
          v.trim(),
          v.maxCodePoints(MAX_ALERT_WORD_LENGTH),
          v.check(hasNoNull, "{} must not contain null bytes"),
        ),
        "ids",
      ),
    ),
  },
  reply: { alert_words: v.array(v.string()) },
  run({ realm, actor, params }) {
    addAlertWords(realm, actor.user_id, params.alert_words);
    return { alert_words: alertWordsOf(realm, actor.user_id) };
  },
});

export const removeAlertWordsEndpoint = action({
  route: "DELETE /users/me/alert_words",
  params: { alert_words: json(boundedList(v.pipe(boundedText("name"), v.trim()), "ids")) },
  reply: { alert_words: v.array(v.string()) },
  run({ realm, actor, params }) {
    removeAlertWords(realm, actor.user_id, params.alert_words);
    return { alert_words: alertWordsOf(realm, actor.user_id) };
  },
});
