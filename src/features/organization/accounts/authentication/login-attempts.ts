import { NAMELESS, shareOf } from "../../../../http/caller-address.ts";
import { rateLimitHit } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { RequestFacts } from "../../../../rpc/request-facts.ts";
import { before, DAY, type Seconds, seconds } from "../../../../util/time.ts";
import * as rows from "../rows.ts";

interface Limit {
  readonly most: number;
  readonly within: Seconds;
}

const SOON: Limit = { most: 5, within: seconds(1800) };
/** Limit for attempts at one account from one network address. */
const FROM_ONE_PLACE: Limit = { most: 20, within: DAY };
/** Limit for all attempts at one account from programs and from browsers that never logged in to it. */
const FROM_ALL_PLACES: Limit = { most: 100, within: DAY };

type LoginOrigin = Pick<RequestFacts, "address" | "browser">;

/**
 * Counts an attempt at an account's password or code before it is checked, so that concurrent attempts can't bypass the
 * limits (conventions.md 6). A browser that has logged in to the account before has its own limit, so attempts from
 * elsewhere don't lock it out. All other attempts at the account also share one limit.
 */
export function countLogin(realm: Realm, username: string, place: LoginOrigin): void {
  const name = attemptName(username);
  const known = knownIn(realm, name, place);
  if (known !== undefined) {
    count(realm, known, [SOON]);
    return;
  }
  // All callers without a known address share one count, so the daily limit per address doesn't apply to them.
  count(realm, from(name, place), place.address === NAMELESS ? [SOON] : [SOON, FROM_ONE_PLACE]);
  count(realm, fromAll(name), [FROM_ALL_PLACES]);
}

/** Resets the counters of a browser or address after a successful login. Attempts from elsewhere still count. */
export function forgetLogins(realm: Realm, username: string, place: LoginOrigin): void {
  const name = attemptName(username);
  const known = knownIn(realm, name, place);
  rows.deleteAttemptsOf.run(realm.sql, { username: known ?? from(name, place) });
  if (known === undefined) rows.deleteLastAttempt.run(realm.sql, { username: fromAll(name) });
}

/**
 * Resets all attempts at an account, from anywhere. Returns the number of rows: an attempt from an unknown browser has
 * two, for its address and for all addresses.
 */
export const forgetAllLogins = (realm: Realm, username: string): number =>
  rows.deleteAttemptsAnywhere.all(realm.sql, { username: attemptName(username) }).length;

/**
 * Returns the name under which attempts in a browser are counted. Undefined if the browser has never logged in to the
 * account.
 */
function knownIn(realm: Realm, name: string, { browser }: LoginOrigin): string | undefined {
  const user = rows.userByDeliveryEmail.first(realm.sql, { email: name })?.id;
  if (user === undefined || browser === undefined) return undefined;
  return isKnownBrowser(realm, user, browser) ? `${name} in ${browser}` : undefined;
}

/** Whether a browser has logged in to an account before. `browser` is the hash of the cookie that identifies it. */
export const isKnownBrowser = (realm: Realm, user: UserId, browser: string): boolean =>
  rows.knownBrowser.first(realm.sql, { user, browser }) !== undefined;

/** Counts an attempt under a name. Throws if there were `most` within half an hour. */
export const countAttempt = (realm: Realm, name: string, most: number): void =>
  count(realm, attemptName(name), [{ ...SOON, most }]);

/** Counts an attempt of a kind from a network address. Throws if there were `most` within half an hour. */
export const countAttemptFrom = (realm: Realm, address: string, kind: string, most: number): void =>
  countAttempt(realm, from(kind, { address }), most * shareOf(address));

/** Resets the count of attempts of a kind from a network address. Call it after a successful attempt. */
export function forgetAttemptsFrom(realm: Realm, address: string, kind: string): void {
  rows.deleteAttemptsOf.run(realm.sql, { username: attemptName(from(kind, { address })) });
}

function count(realm: Realm, username: string, all: readonly Limit[]): void {
  const now = realm.seconds();
  rows.deleteAttemptsBefore.run(realm.sql, { before: before(now, DAY) });
  for (const { most, within } of all) {
    const since = before(now, within);
    const { count: number, oldest } = rows.attemptsSince.one(realm.sql, { username, since });
    if (number >= most) throw rateLimitHit(seconds((oldest ?? now) - since));
  }
  rows.insertAttempt.run(realm.sql, { username, tried_at: now });
  rows.deleteOldestAttempts.run(realm.sql, { keep: limits.organization.login_attempts });
}

const attemptName = (username: string) => username.trim().toLowerCase().slice(0, 254);
const from = (name: string, { address }: Pick<LoginOrigin, "address">) => `${name} from ${address}`;
const fromAll = (name: string) => `${name} from anywhere`;

/** Records that a browser has logged in to an account. `browser` is the hash of the cookie that identifies it. */
export function rememberBrowser(realm: Realm, user: UserId, browser: string): void {
  rows.putBrowser.run(realm.sql, { user, browser, at: realm.seconds() });
  rows.deleteOldestBrowsers.run(realm.sql, { user, keep: limits.account.known_browsers });
}

export function forgetBrowser(realm: Realm, user: UserId, browser: string): void {
  rows.deleteBrowser.run(realm.sql, { user, browser });
}

export function forgetBrowsers(realm: Realm, user: UserId, but = ""): void {
  rows.deleteBrowsersOf.run(realm.sql, { user, but });
}
