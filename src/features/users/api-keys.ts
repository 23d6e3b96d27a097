import { createHash } from "node:crypto";
import type { UserId } from "../../protocol/ids.ts";
import { randomToken } from "../../realm/random.ts";
import type { Realm } from "../../realm/realm.ts";
import { deleteKeysOf, deleteOldestKeys, insertKey } from "./rows.ts";

const KEY_LENGTH = 32;
const MOST_KEYS = 100;

/** Makes a key for one login of an account. It is told once; only its hash is kept. */
export function issueKey(realm: Realm, user: UserId, client: string): string {
  const key = randomToken(realm.random, KEY_LENGTH);
  insertKey.run(realm.sql, { user, hash: keyHash(key), client, created_at: realm.now() });
  deleteOldestKeys.run(realm.sql, { user, keep: MOST_KEYS });
  return key;
}

/** Ends all keys of an account, and with them its logins. */
export function revokeKeys(realm: Realm, user: UserId): void {
  deleteKeysOf.run(realm.sql, { user });
}

const keyHash = (key: string) => createHash("sha256").update(key).digest("hex");
