import { createHash } from "node:crypto";
import * as v from "valibot";
import type { UserId } from "../../protocol/ids.ts";
import { randomToken } from "../../realm/random.ts";
import type { Realm } from "../../realm/realm.ts";
import { deleteKeysOf, deleteOldestKeys, insertKey } from "./rows.ts";

const KEY_LENGTH = 32;
const MOST_KEYS = 100;

/** What a login answers. */
export const loginReply = { api_key: v.string(), email: v.string(), user_id: v.number() };

/** Makes a key for one login of an account. It is told once; only its hash is kept. */
export function issueKey(realm: Realm, user: UserId, client: string): string {
  const key = randomToken(realm.random, KEY_LENGTH);
  insertKey.run(realm.sql, { user, hash: keyHash(key), client, created_at: realm.now() });
  deleteOldestKeys.run(realm.sql, { user, keep: MOST_KEYS });
  return key;
}

/** Gives an account one new key in the place of all that it had: all its logins end. */
export function replaceKeys(realm: Realm, user: UserId, client: string): string {
  deleteKeysOf.run(realm.sql, { user });
  return issueKey(realm, user, client);
}

const keyHash = (key: string) => createHash("sha256").update(key).digest("hex");
