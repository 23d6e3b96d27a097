import { failureReason } from "../../../../database/storage-health.ts";
import { isAdministrator } from "../../../../protocol/actor.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { after, before, DAY, days, HOUR, hours, MINUTE, type Seconds, seconds } from "../../../../util/time.ts";
import type { User } from "../accounts.ts";
import { loginRulesHook } from "../hooks.ts";

// Limits that an organization sets on logins. Used to check requests and to list logins.

/** How long a login is valid after its creation, and after its last use. Infinite if unlimited. */
export interface Lifetime {
  readonly age: Seconds;
  readonly idle: Seconds;
}

interface LoginTimes {
  readonly created_at: Seconds;
  readonly last_used_at: Seconds | null;
}

const ENDLESS = seconds(Number.POSITIVE_INFINITY);
const unbounded: Lifetime = { age: ENDLESS, idle: ENDLESS };

/** Adds an hour, because uses are recorded hourly and no login should end too soon. */
const idleFor = (count: number | null): Seconds => (count === null ? ENDLESS : after(days(count), HOUR));

const shorter = (one: Seconds, other: Seconds): Seconds => (one < other ? one : other);

export function sessionLifetime(realm: Realm): Lifetime {
  const { session_max_hours: most, session_idle_days: idle } = realm.ask(loginRulesHook);
  return { age: most === null ? ENDLESS : hours(most), idle: idleFor(idle) };
}

export function adminSessionLifetime(realm: Realm): Lifetime {
  const { age, idle } = sessionLifetime(realm);
  const { admin_session_max_hours: most, admin_session_idle_days: days } = realm.ask(loginRulesHook);
  return { age: most === null ? age : shorter(age, hours(most)), idle: shorter(idle, idleFor(days)) };
}

export const sessionLifetimeOf = (realm: Realm, user: Pick<User, "role">): Lifetime =>
  isAdministrator(user) ? adminSessionLifetime(realm) : sessionLifetime(realm);

export function keyLifetime(realm: Realm): Lifetime {
  const { key_max_days: most, key_idle_days: idle } = realm.ask(loginRulesHook);
  return { age: most === null ? ENDLESS : days(most), idle: idleFor(idle) };
}

export const boundsKeysOfBots = (realm: Realm): boolean => realm.ask(loginRulesHook).key_limits_for_bots;

export const keyLifetimeOf = (realm: Realm, { bot_type }: Pick<User, "bot_type">): Lifetime =>
  bot_type !== null && !boundsKeysOfBots(realm) ? unbounded : keyLifetime(realm);

export const isBounded = ({ age, idle }: Lifetime): boolean => Math.min(age, idle) < ENDLESS;

/** Returns when a login ends if it isn't used until then. */
export const endOfLogin = ({ created_at, last_used_at }: LoginTimes, { age, idle }: Lifetime): Seconds =>
  shorter(after(created_at, age), after(last_used_at ?? created_at, idle));

export const isLoginOver = (realm: Realm, login: LoginTimes, lifetime: Lifetime): boolean =>
  endOfLogin(login, lifetime) <= realm.seconds();

/** Returns the latest times of creation and last use that make a login overdue now, as parameters of a query. */
export function overdueAt(realm: Realm, { age, idle }: Lifetime): { made_by: Seconds; used_by: Seconds } {
  const now = realm.seconds();
  const by = (duration: Seconds) => seconds(Math.max(-1, before(now, duration)));
  return { made_by: by(age), used_by: by(idle) };
}

/** Precision of the recorded last use of a session or key: a day, or an hour if the organization ends unused ones. */
export const sessionUseStep = (realm: Realm): Seconds => (adminSessionLifetime(realm).idle < ENDLESS ? HOUR : DAY);
export const keyUseStep = (realm: Realm): Seconds => (keyLifetime(realm).idle < ENDLESS ? HOUR : DAY);

/** How long after a login a user can change how they log in. */
export const freshLogin = (realm: Realm): Seconds => seconds(realm.ask(loginRulesHook).fresh_login_minutes * MINUTE);

/**
 * True if this use of a login should be recorded, because it falls into a later day or hour than its creation or last
 * recorded use. Returns false while storage isn't writable, so that reads continue to work.
 */
export function isToBeNoted(realm: Realm, { created_at, last_used_at }: LoginTimes, step: Seconds): boolean {
  const stepOf = (time: Seconds) => Math.floor(time / step);
  return (
    stepOf(realm.seconds()) > stepOf(last_used_at ?? created_at) &&
    failureReason(realm.identity.subdomain) === undefined
  );
}
