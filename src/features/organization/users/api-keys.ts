import * as v from "valibot";
import { hashKey } from "../../../http/read-key.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { randomToken } from "../../../util/random.ts";
import { forgetKeys, keyRecipientOf } from "./authenticate.ts";
import { keysEndedHook } from "./hooks.ts";
import { deleteKey, deleteKeysOf, deleteOldestKeys, insertKey, keysOf, selectAccountsWithKeyGivenTo } from "./rows.ts";
import type { User } from "./users.ts";

const KEY_LENGTH = 32;

/** What a login answers. */
export const loginReply = { api_key: v.string(), email: v.string(), user_id: v.number() };

interface Told {
  readonly client: string;
  /** Who gets to know the key; for a bot that is a person, whose rights then bound what the key is good for. */
  readonly to?: UserId;
}

/** Makes a key for one login of an account. It is told once; only its hash is kept. */
export function issueKey(realm: Realm, user: UserId, { client, to = user }: Told): string {
  const key = randomToken(realm.random, KEY_LENGTH);
  insertKey.run(realm.sql, { user, told_to: to, hash: hashKey(key), client, created_at: realm.seconds() });
  for (const { id } of deleteOldestKeys.all(realm.sql, { user, keep: limits.account.api_keys }))
    afterKeysEnded(realm, user, id);
  return key;
}

/** Gives an account one new key in the place of all that it had: all its logins end. */
export function replaceKeys(realm: Realm, user: UserId, told: Told): string {
  deleteKeysOf.run(realm.sql, { user });
  afterKeysEnded(realm, user, null);
  return issueKey(realm, user, told);
}

/** Whether somebody has been told a key of an account that has not ended since. */
export const wasGivenKeyOf = (realm: Realm, person: UserId, account: User): boolean =>
  keysOf.all(realm.sql, { user: account.id }).some((key) => keyRecipientOf(key, account) === person);

/** The accounts of others that somebody has been told a key of. */
export const accountsWithKeyGivenTo = (realm: Realm, person: UserId): User[] =>
  selectAccountsWithKeyGivenTo.all(realm.sql, { person });

/** Ends one login of an account; whether there was such a one. */
export function endKey(realm: Realm, user: UserId, id: number): boolean {
  if (deleteKey.first(realm.sql, { user, id }) === undefined) return false;
  afterKeysEnded(realm, user, id);
  return true;
}

function afterKeysEnded(realm: Realm, user: UserId, key: number | null): void {
  forgetKeys(realm);
  realm.run(keysEndedHook, user, key);
}
