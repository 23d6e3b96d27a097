import { hashKey } from "../../http/read-key.ts";
import type { Realm } from "../../realm/realm.ts";
import { randomToken } from "../../util/random.ts";

const LENGTH = 32;

/** The secret of a link: told to whom it is for, and kept only as its hash. */
export function newKey(realm: Realm): { readonly key: string; readonly hash: string } {
  const key = randomToken(realm.random, LENGTH);
  return { key, hash: hashKey(key) };
}
