import type { Actor } from "../../../../protocol/actor.ts";
import { invalidApiKey, lentApiKey, malformedApiKey, userDeactivated } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { cacheKey, cacheRow, type Realm } from "../../../../realm/realm.ts";
import type { KeyCredentials } from "../../../../rpc/credentials.ts";
import { actorOf, dummyEmail, findUser, type User } from "../accounts.ts";
import { actsAsHook } from "../hooks.ts";
import { type ApiKeyRow, keyByHash, setKeyUsed } from "../rows.ts";
import { isLoginOver, isToBeNoted, keyLifetimeOf, keyUseStep } from "./login-limits.ts";

/** Returns the account that was given a key: the account itself, or a human user for a bot. */
export const keyRecipientOf = ({ told_to }: Pick<ApiKeyRow, "told_to">, account: User): UserId =>
  told_to ?? account.bot_owner_id ?? account.id;

const keysKey = cacheKey<Map<string, ApiKeyRow>>("keys in use");

/** Returns a key by its hash. Keys are cached, because each request has one. */
function findKey(realm: Realm, hash: string): ApiKeyRow | undefined {
  const cached = realm.cached(keysKey, () => new Map<string, ApiKeyRow>());
  return cached.get(hash) ?? cacheRow(cached, hash, keyByHash.first(realm.sql, { hash }));
}

/** Call it after a key has ended. */
export const forgetKeys = (realm: Realm) => realm.forget(keysKey);

/**
 * Returns the account of a key. If an email was sent along, it must be the account's real, API or dummy address
 * (conventions.md 4).
 */
export function authenticate(realm: Realm, { email, keyHash, wellFormed }: KeyCredentials): Actor {
  if (!wellFormed) throw malformedApiKey();
  const key = findKey(realm, keyHash);
  const user = key && findUser(realm, key.user_id);
  if (key === undefined || user === undefined) throw invalidApiKey();
  if (email !== null && !isAddressOf(realm, user, email)) throw invalidApiKey();
  if (user.is_active === 0) throw userDeactivated();
  const recipient = keyRecipientOf(key, user);
  if (recipient !== user.id && !mayStillUse(realm, recipient, user)) throw lentApiKey();
  if (isLoginOver(realm, key, keyLifetimeOf(realm, user))) throw invalidApiKey();
  if (isToBeNoted(realm, key, keyUseStep(realm))) {
    key.last_used_at = realm.seconds();
    setKeyUsed.run(realm.sql, { id: key.id, at: key.last_used_at });
  }
  // The permissions that a bot has through its owner only apply to keys given to that owner.
  const bot_owner_id = recipient === user.bot_owner_id ? user.bot_owner_id : null;
  return { ...actorOf(user), bot_owner_id, key_id: key.id };
}

const isAddressOf = (realm: Realm, user: User, email: string): boolean =>
  [user.delivery_email, user.email, dummyEmail(realm, user.id)].some(
    (address) => address.toLowerCase() === email.toLowerCase(),
  );

/**
 * True if a key's recipient can still act as the account. Otherwise the key would give them more permissions than their
 * own.
 */
function mayStillUse(realm: Realm, recipient: UserId, account: User): boolean {
  const person = findUser(realm, recipient);
  return person !== undefined && realm.collect(actsAsHook, person, account).every(Boolean);
}
