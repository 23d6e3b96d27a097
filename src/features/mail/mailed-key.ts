import { createHash } from "node:crypto";
import { randomToken } from "../../realm/random.ts";
import type { Realm } from "../../realm/realm.ts";

const LENGTH = 32;

/** The secret of a link: told to whom it is for, and kept only as its hash. */
export function newKey(realm: Realm): { readonly key: string; readonly hash: string } {
  const key = randomToken(realm.random, LENGTH);
  return { key, hash: hashOfKey(key) };
}

/** Keys are random, so that a plain hash keeps them secret. */
export const hashOfKey = (key: string) => createHash("sha256").update(key).digest("hex");
