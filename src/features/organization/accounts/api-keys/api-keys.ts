import * as v from "valibot";
import type { UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { hashKey } from "../../../../rpc/credentials.ts";
import { randomToken } from "../../../../util/random.ts";
import { after, before, days, type Seconds } from "../../../../util/time.ts";
import { accountEntity, audit } from "../../../trust/audit-log/audit.ts";
import type { User } from "../accounts.ts";
import { forgetKeys, keyRecipientOf } from "../authentication/authenticate.ts";
import { boundsKeysOfBots, endOfLogin, isBounded, keyLifetime, overdueAt } from "../authentication/login-limits.ts";
import { keysEndedHook } from "../hooks.ts";
import * as rows from "../rows.ts";

const KEY_LENGTH = 32;

export const loginReply = { api_key: v.string(), email: v.string(), user_id: v.number() };

interface KeyRecipient {
  readonly client: string;
  /**
   * The account that is given the key. For a bot, this is a human user, and the key stops working when that user can't
   * act as the bot.
   */
  readonly to?: UserId;
}

/** Creates a key for one login of an account. Only its hash is stored, so the key can be shown only once. */
export function issueKey(realm: Realm, user: UserId, { client, to = user }: KeyRecipient): string {
  const key = randomToken(realm.random, KEY_LENGTH);
  rows.insertKey.run(realm.sql, { user, told_to: to, hash: hashKey(key), client, created_at: realm.seconds() });
  for (const { id } of rows.deleteOldestKeys.all(realm.sql, { user, keep: limits.account.api_keys }))
    afterKeysEnded(realm, user, id);
  return key;
}

/** Replaces all keys of an account with a new one, which ends all its logins. */
export function replaceKeys(realm: Realm, user: UserId, recipient: KeyRecipient): string {
  endKeys(realm, user);
  return issueKey(realm, user, recipient);
}

export function endKeys(realm: Realm, user: UserId): void {
  rows.deleteKeysOf.run(realm.sql, { user, but: 0 });
  afterKeysEnded(realm, user, null);
}

/** Ends keys of other accounts, such as bots, that were given to a user. */
export function endKeysGivenTo(realm: Realm, person: UserId): void {
  for (const { id, user_id } of rows.deleteKeysGivenTo.all(realm.sql, { person })) afterKeysEnded(realm, user_id, id);
}

/** Ends all logins of an account by API key except the one with the id `but`. Returns the number of ended logins. */
export function endOtherKeys(realm: Realm, user: UserId, but: number): number {
  const ended = removeKeys(realm, user, but);
  if (ended > 0) noteEnded(realm, user, ended);
  return ended;
}

/** Like `endOtherKeys`, but without an audit log entry, for actions that write one entry for several accounts. */
export function removeKeys(realm: Realm, user: UserId, but: number): number {
  const ended = rows.deleteKeysOf.all(realm.sql, { user, but });
  for (const { id } of ended) afterKeysEnded(realm, user, id);
  return ended.length;
}

export const countKeys = (realm: Realm, user: UserId): number => rows.keysOfUser.all(realm.sql, { user }).length;

/** True if a user was given a key of an account, and the key still works. */
export const wasGivenKeyOf = (realm: Realm, person: UserId, account: User): boolean =>
  rows.keysOfUser.all(realm.sql, { user: account.id }).some((key) => keyRecipientOf(key, account) === person);

export const accountsWithKeyGivenTo = (realm: Realm, person: UserId): User[] =>
  rows.selectAccountsWithKeyGivenTo.all(realm.sql, { person });

/**
 * Ends streams and polls that use a bot's key if the key's recipient can no longer act as the bot. Call it after a
 * change to permissions or to who has them.
 */
export function checkLentKeys(realm: Realm): void {
  const accounts = new Set(rows.accountsOfLentKeys.all(realm.sql, {}).map(({ user_id }) => user_id));
  for (const account of accounts) if (realm.queues.listens(account)) realm.loginsEnded(account);
}

/** Ends one login of an account. Returns false if the account has no such login. */
export function endKey(realm: Realm, user: UserId, id: number): boolean {
  if (rows.deleteKey.first(realm.sql, { user, id }) === undefined) return false;
  afterKeysEnded(realm, user, id);
  noteEnded(realm, user, 1);
  return true;
}

/** Ends keys past the organization's limits. Returns when the next one ends if unused, or null if none will. */
export function endOverdueKeys(realm: Realm): Seconds | null {
  const lifetime = keyLifetime(realm);
  if (!isBounded(lifetime)) return null;
  const of_bots = boundsKeysOfBots(realm);
  for (const { id, user_id } of rows.deleteOverdueKeys.all(realm.sql, { ...overdueAt(realm, lifetime), of_bots }))
    afterKeysEnded(realm, user_id, id);
  const { made, used } = rows.oldestKeys.one(realm.sql, { of_bots });
  return made === null ? null : endOfLogin({ created_at: made, last_used_at: used }, lifetime);
}

/** How long before a bot's key expires its owner is notified. */
const NOTICE = days(7);

/**
 * Returns the bots with API keys that expire soon, and when the first expires. Excludes keys whose owner was already
 * notified.
 */
export function botKeysEndingSoon(realm: Realm): ReadonlyMap<UserId, Seconds> {
  const { age } = keyLifetime(realm);
  const ends = new Map<UserId, Seconds>();
  // If keys don't live longer than the notice period, each would be reported as soon as it is created.
  if (!boundsKeysOfBots(realm) || !Number.isFinite(age) || age <= NOTICE) return ends;
  const made_by = before(after(realm.seconds(), NOTICE), age);
  for (const { user_id, end_told } of rows.noteEndTold.all(realm.sql, { age, made_by }))
    if (end_told < (ends.get(user_id) ?? Number.POSITIVE_INFINITY)) ends.set(user_id, end_told);
  return ends;
}

function noteEnded(realm: Realm, user: UserId, count: number): void {
  const account = rows.userById.one(realm.sql, { id: user });
  audit(realm, "login.key_ended", { of: accountEntity(account), details: { keys: count } });
}

function afterKeysEnded(realm: Realm, user: UserId, key: number | null): void {
  forgetKeys(realm);
  realm.loginsEnded(user);
  realm.run(keysEndedHook, user, key);
}
