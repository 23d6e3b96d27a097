import type { Actor } from "../../protocol/actor.ts";
import { invalidApiKey, malformedApiKey, userDeactivated } from "../../protocol/errors.ts";
import type { KeyCredentials } from "../../realm/feature.ts";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import { type ApiKeyRow, keyByHash } from "./rows.ts";
import { actorOf, dummyEmail, findUser } from "./users.ts";

const keysKey = cacheKey<Map<string, ApiKeyRow>>("keys in use");
const MOST_REMEMBERED = 2000;

/** A key, remembered by its hash: each request brings one. */
function keyOf(realm: Realm, hash: string): ApiKeyRow | undefined {
  const remembered = realm.cached(keysKey, () => new Map<string, ApiKeyRow>());
  const known = remembered.get(hash);
  if (known !== undefined) return known;
  const key = keyByHash.first(realm.sql, { hash });
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (key !== undefined) remembered.set(hash, key);
  return key;
}

/** To be called by whoever ends one. */
export const forgetKeys = (realm: Realm) => realm.forget(keysKey);

/** The account of a key; the address beside it must be that account's, the real one or the API one (conventions.md 4). */
export function authenticate(realm: Realm, { email, keyHash, wellFormed }: KeyCredentials): Actor {
  if (!wellFormed) throw malformedApiKey();
  const key = keyOf(realm, keyHash);
  const user = key && findUser(realm, key.user_id);
  if (key === undefined || user === undefined) throw invalidApiKey();
  const names = [user.delivery_email, user.email, dummyEmail(realm, user.id)].map((name) => name.toLowerCase());
  if (!names.includes(email.toLowerCase())) throw invalidApiKey();
  if (user.is_active === 0) throw userDeactivated();
  return { ...actorOf(user), key_id: key.id };
}
