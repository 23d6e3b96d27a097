import { statement } from "../../../database/statement.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { randomToken } from "../../../util/random.ts";
import { after, MINUTE, type Seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { findUser, type User } from "../../organization/accounts/accounts.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { hasOnlyLogin } from "../../organization/organization-settings/login-methods.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { serviceOf } from "../sessions/service-login.ts";
import { livingSessions, shownAt, startSession } from "../sessions/sessions.ts";
import { secondFactorCheck } from "../two-factor/two-factor.ts";

export const schema = [
  `-- Links with which a person logs in on another device, without a password. They work only while the session lives.
   CREATE TABLE device_links (
     user_id INTEGER PRIMARY KEY,
     key_hash TEXT NOT NULL UNIQUE,
     session_id INTEGER NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT;`,
];

interface DeviceLinkRow {
  readonly user_id: UserId;
  readonly session_id: number;
  readonly expires_at: Seconds;
}

const putDeviceLink = statement<{ user: number; key_hash: string; session: number; expires_at: Seconds }>(
  `INSERT OR REPLACE INTO device_links (user_id, key_hash, session_id, expires_at)
   VALUES (:user, :key_hash, :session, :expires_at)`,
);
const deviceLinkByKey = statement<{ key_hash: string }, DeviceLinkRow>(
  "SELECT user_id, session_id, expires_at FROM device_links WHERE key_hash = :key_hash",
);
const deleteDeviceLink = statement<{ user: number }>("DELETE FROM device_links WHERE user_id = :user");

const KEY_LENGTH = 32;
const VALIDITY = MINUTE;

/**
 * Creates a link to log in on another device, replacing any earlier one. Requires a recent login, because for a minute
 * the link is as good as a password. Throws for a session that a login service started, because the service couldn't
 * end the session on the other device.
 */
export function makeDeviceLink(realm: Realm, actor: Actor): { readonly url: string; readonly expires_at: Seconds } {
  checkRecentLogin(realm, actor);
  const { user_id, session_id = 0 } = actor;
  if (hasOnlyLogin(realm) || serviceOf(realm, user_id, session_id) !== undefined) {
    throw badRequest("Your login comes from a login service. Use it to log in on the other device, too.");
  }
  const key = randomToken(realm.random, KEY_LENGTH);
  const expires_at = after(realm.seconds(), VALIDITY);
  putDeviceLink.run(realm.sql, { user: user_id, key_hash: hashKey(key), session: session_id, expires_at });
  audit(realm, "login.link_created", { of: accountEntity(accessUser(realm, null, user_id)) });
  return { url: `${realm.url}/login/device/${key}/`, expires_at };
}

/**
 * Returns the account of a link, and the session that the link was created in. Throws if the link is unknown, used,
 * expired or replaced, or its session has ended.
 */
export function accessDeviceLink(realm: Realm, key: string) {
  const link = deviceLinkByKey.first(realm.sql, { key_hash: hashKey(key) });
  const user = link && findUser(realm, link.user_id);
  if (
    link === undefined ||
    user?.is_active !== 1 ||
    link.expires_at <= realm.seconds() ||
    hasOnlyLogin(realm) ||
    !livingSessions(realm, user.id).has(link.session_id)
  ) {
    throw notFound("This code isn't valid, or has expired. Show a new one on your other device.");
  }
  return { user, session: link.session_id };
}

/** Uses a link: starts a session with the login time of the session that created the link. */
export function useDeviceLink(realm: Realm, key: string, request: RequestFacts): { user: User; token: string } {
  const { user, session } = accessDeviceLink(realm, key);
  deleteDeviceLink.run(realm.sql, { user: user.id });
  const authenticatedAt = shownAt(realm, user.id, session);
  const owesSetup = secondFactorCheck(realm, user, undefined) === "setup wanted";
  return { user, token: startSession(realm, user.id, request, { owesSetup, authenticatedAt }) };
}

export const forgetDeviceLink = (realm: Realm, user: UserId): void => deleteDeviceLink.run(realm.sql, { user });
