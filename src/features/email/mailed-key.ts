import type { Realm } from "../../realm/realm.ts";
import { hashKey } from "../../rpc/credentials.ts";
import { randomToken } from "../../util/random.ts";

const LENGTH = 32;

/** Creates a secret for an email's link. Only the reader gets the key, and only its hash is stored. */
export function newMailedKey(realm: Realm): { readonly key: string; readonly hash: string } {
  const key = randomToken(realm.random, LENGTH);
  return { key, hash: hashKey(key) };
}
