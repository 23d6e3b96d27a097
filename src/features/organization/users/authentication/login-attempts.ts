import { NAMELESS } from "../../../../http/caller-address.ts";
import { rateLimitHit } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { RequestFacts } from "../../../../rpc/request-facts.ts";
import { before, DAY, type Seconds, seconds } from "../../../../util/time.ts";
import {
  attemptsSince,
  deleteAttemptsAnywhere,
  deleteAttemptsBefore,
  deleteAttemptsOf,
  deleteBrowsersOf,
  deleteLastAttempt,
  deleteOldestAttempts,
  deleteOldestBrowsers,
  insertAttempt,
  knownBrowser,
  putBrowser,
  userByDeliveryEmail,
} from "../rows.ts";

interface Limit {
  readonly most: number;
  readonly within: Seconds;
}

const SOON: Limit = { most: 5, within: seconds(1800) };
/** From one network address, at one account. */
const FROM_ONE_PLACE: Limit = { most: 20, within: DAY };
/** At one account, from all browsers that have never logged in to it, and all programs. */
const FROM_ALL_PLACES: Limit = { most: 100, within: DAY };

/** From where somebody tries to log in. */
type LoginOrigin = Pick<RequestFacts, "address" | "browser">;

/**
 * Counts an attempt at the password or the code of an account before it is checked, so that concurrent attempts cannot get
 * around the limits (conventions.md 6). Attempts elsewhere do not keep a browser out that has logged in to the account before,
 * and whoever guesses at one account from many addresses has one limit for all of them.
 */
export function countLogin(realm: Realm, username: string, place: LoginOrigin): void {
  const name = attemptName(username);
  const known = knownIn(realm, name, place);
  if (known !== undefined) {
    count(realm, known, [SOON]);
    return;
  }
  // An unknown address stands for all of them.
  count(realm, from(name, place), place.address === NAMELESS ? [SOON] : [SOON, FROM_ONE_PLACE]);
  count(realm, fromAll(name), [FROM_ALL_PLACES]);
}

/** Forgets what was counted before a login that was right; what others have tried elsewhere stays. */
export function forgetLogins(realm: Realm, username: string, place: LoginOrigin): void {
  const name = attemptName(username);
  const known = knownIn(realm, name, place);
  deleteAttemptsOf.run(realm.sql, { username: known ?? from(name, place) });
  if (known === undefined) deleteLastAttempt.run(realm.sql, { username: fromAll(name) });
}

/**
 * Forgets all attempts at an account, wherever they came from, and returns the number of entries: one in an unknown browser
 * has two, for its address and for all.
 */
export const forgetAllLogins = (realm: Realm, username: string): number =>
  deleteAttemptsAnywhere.all(realm.sql, { username: attemptName(username) }).length;

/**
 * The name under which the attempts in a browser are counted that has logged in to the account before; undefined for any
 * other.
 */
function knownIn(realm: Realm, name: string, { browser }: LoginOrigin): string | undefined {
  const user = userByDeliveryEmail.first(realm.sql, { email: name })?.id;
  if (user === undefined || browser === undefined) return undefined;
  return knownBrowser.first(realm.sql, { user, browser }) && `${name} in ${browser}`;
}

/** Counts an attempt that may be made so many times within half an hour. */
export const countAttempt = (realm: Realm, name: string, most: number): void =>
  count(realm, attemptName(name), [{ ...SOON, most }]);

export function forgetAttempts(realm: Realm, name: string): void {
  deleteAttemptsOf.run(realm.sql, { username: attemptName(name) });
}

function count(realm: Realm, username: string, all: readonly Limit[]): void {
  const now = realm.seconds();
  deleteAttemptsBefore.run(realm.sql, { before: before(now, DAY) });
  for (const { most, within } of all) {
    const since = before(now, within);
    const { count: number, oldest } = attemptsSince.one(realm.sql, { username, since });
    if (number >= most) throw rateLimitHit(seconds((oldest ?? now) - since));
  }
  insertAttempt.run(realm.sql, { username, tried_at: now });
  deleteOldestAttempts.run(realm.sql, { keep: limits.organization.login_attempts });
}

const attemptName = (username: string) => username.trim().toLowerCase().slice(0, 254);
const from = (name: string, { address }: LoginOrigin) => `${name} from ${address}`;
const fromAll = (name: string) => `${name} from anywhere`;

/** Remembers a browser in which somebody has logged in to an account, by the hash of its mark. */
export function rememberBrowser(realm: Realm, user: UserId, browser: string): void {
  putBrowser.run(realm.sql, { user, browser, at: realm.seconds() });
  deleteOldestBrowsers.run(realm.sql, { user, keep: limits.account.known_browsers });
}

export function forgetBrowsers(realm: Realm, user: UserId): void {
  deleteBrowsersOf.run(realm.sql, { user });
}
