import type { Actor } from "../../../protocol/actor.ts";
import { invalidApiKey, lentApiKey, malformedApiKey, userDeactivated } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import type { KeyCredentials } from "../../../rpc/credentials.ts";
import { actsAsHook } from "./hooks.ts";
import { type ApiKeyRow, keyByHash } from "./rows.ts";
import { actorOf, dummyEmail, findUser, type User } from "./users.ts";

/** Who has been told a key: the account itself, or for a bot a person. */
export const keyRecipientOf = ({ told_to }: Pick<ApiKeyRow, "told_to">, account: User): UserId =>
  told_to ?? account.bot_owner_id ?? account.id;

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
  const knower = keyRecipientOf(key, user);
  if (knower !== user.id && !mayStillUse(realm, knower, user)) throw lentApiKey();
  // What a bot may do because its owner may is for those alone who use it as its owner.
  const bot_owner_id = knower === user.bot_owner_id ? user.bot_owner_id : null;
  return { ...actorOf(user), bot_owner_id, key_id: key.id };
}

/** A key is good for as long as whoever was told it may act as the account: a bot lends nobody more than they have. */
function mayStillUse(realm: Realm, knower: UserId, account: User): boolean {
  const person = findUser(realm, knower);
  return person !== undefined && realm.collect(actsAsHook, person, account).every(Boolean);
}
