import type { LoginProvider } from "../../../config/login-providers.ts";
import type { AuthenticationMethod } from "../../../protocol/authentication-methods.ts";
import { notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { hook, type Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { findUser, findUserByRealEmail, type User } from "../../organization/accounts/accounts.ts";
import { endKeys, endKeysGivenTo } from "../../organization/accounts/api-keys/api-keys.ts";
import {
  confirmAddress,
  forgetPassword,
  isAddressConfirmed,
  isAddressDoubted,
} from "../../organization/accounts/authentication/credentials.ts";
import { allProviders, isProviderOn } from "../../organization/organization-settings/login-methods.ts";
import { deletePasskeysOf } from "../passkeys/passkeys.ts";
import { checkCanStillLogIn } from "../sessions/last-credential.ts";
import { endSessions, livingSessions } from "../sessions/sessions.ts";
import { notifyLoginChange } from "../two-factor/change-emails.ts";
import type { Granted, Identity, LoginIntent } from "./attempt.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { deleteLogin, deleteLoginsOf, insertLogin, loginBySubject, loginsOf, setUsed } from "./rows.ts";

/** Runs before a user identified by a provider is logged in, with the role and groups that the login grants. */
export const grantedHook = hook<[provider: LoginProvider, user: UserId, granted: Granted]>("granted");

interface FoundAccount {
  readonly user: User;
  /**
   * True if the account is already linked to the subject. Otherwise it was found by verified email and still has to be
   * linked.
   */
  readonly isLinked: boolean;
}

/**
 * Finds the account for an identity: by its subject, or else by a verified email. Returns undefined if there is none.
 */
export function findAccount(realm: Realm, identity: Identity): FoundAccount | undefined {
  const { issuer, subject, emails, unverified } = identity;
  const login = loginBySubject.first(realm.sql, { issuer, subject });
  const linked = login && findUser(realm, login.user_id);
  if (login !== undefined && linked !== undefined) {
    checkActive(linked);
    setUsed.run(realm.sql, { id: login.id, now: realm.seconds() });
    return { user: linked, isLinked: true };
  }
  if (emails.length === 0) throw new ExternalLoginRefused("unverified", "", { email: unverified });
  const found = emails.flatMap((email) => findUserByRealEmail(realm, email) ?? [])[0];
  if (found === undefined) return undefined;
  if (found.bot_type !== null) throw new ExternalLoginRefused("not_allowed", "", { email: found.delivery_email });
  checkActive(found);
  // A user who was linked before keeps the account, even if someone else has the address now.
  if (loginsOf.all(realm.sql, { user: found.id }).some((other) => other.issuer === issuer)) {
    throw new ExternalLoginRefused("other_login", "", { email: found.delivery_email });
  }
  if (isAddressDoubted(realm, found)) {
    throw new ExternalLoginRefused("not_confirmed", "", { email: found.delivery_email });
  }
  return { user: found, isLinked: false };
}

/**
 * Links an account to the identity with the same verified email. If the account's email was never confirmed, someone
 * else may have created it, so all its existing credentials are revoked, unless a two-factor code proves who created
 * it.
 */
export function linkByAddress(
  realm: Realm,
  user: User,
  { identity, gaveCode }: { readonly identity: Identity; readonly gaveCode: boolean },
): void {
  const endsOthers = !gaveCode && !isAddressConfirmed(realm, user);
  if (endsOthers) revokeCredentials(realm, user.id);
  link(realm, user.id, identity);
  confirmAddress(realm, user);
  notifyLoginChange(realm, user, { kind: "service linked", name: providerName(realm, identity.issuer), endsOthers });
}

export function revokeCredentials(realm: Realm, user: UserId): void {
  forgetPassword(realm, user);
  deletePasskeysOf(realm, user);
  deleteLoginsOf.run(realm.sql, { user });
  endKeys(realm, user);
  endKeysGivenTo(realm, user);
  endSessions(realm, user);
}

/**
 * Links an account to an identity at a provider, as the account's owner requested. The owner is logged in to both, so
 * their addresses needn't match. Throws if the owner's session has ended since, because someone else may be using the
 * browser now.
 */
export function linkAccount(
  realm: Realm,
  { user_id, session_id }: NonNullable<LoginIntent["link"]>,
  identity: Identity,
): void {
  const { issuer, subject } = identity;
  const user = findUser(realm, user_id);
  if (user === undefined || !livingSessions(realm, user.id).has(session_id)) throw new ExternalLoginRefused("state");
  checkActive(user);
  const known = loginBySubject.first(realm.sql, { issuer, subject });
  if (known?.user_id === user.id) return;
  if (known !== undefined) throw new ExternalLoginRefused("linked_elsewhere", "", { email: user.delivery_email });
  if (loginsOf.all(realm.sql, { user: user.id }).some((other) => other.issuer === issuer)) {
    throw new ExternalLoginRefused("other_login", "", { email: user.delivery_email });
  }
  link(realm, user.id, identity);
  if (isAmong(user.delivery_email, identity)) confirmAddress(realm, user);
  notifyLoginChange(realm, user, { kind: "service linked", name: providerName(realm, issuer), endsOthers: false });
}

const isAmong = (address: string, { emails }: Identity): boolean =>
  emails.some((email) => email.toLowerCase() === address.toLowerCase());

function checkActive({ is_active, delivery_email }: User): void {
  if (is_active === 0) throw new ExternalLoginRefused("deactivated", "", { email: delivery_email });
}

export const isLinked = (realm: Realm, { issuer, subject }: Identity): boolean =>
  loginBySubject.first(realm.sql, { issuer, subject }) !== undefined;

export function link(realm: Realm, user: UserId, { issuer, subject }: Identity): void {
  insertLogin.run(realm.sql, { user, issuer, subject, now: realm.seconds() });
}

const providerOf = (realm: Realm, issuer: string) => allProviders(realm).find((provider) => provider.issuer === issuer);

/** Returns a provider's display name, even if it was removed. */
const providerName = (realm: Realm, issuer: string): string => providerOf(realm, issuer)?.name ?? new URL(issuer).host;

export const listLogins = (realm: Realm, user: UserId) =>
  loginsOf.all(realm.sql, { user }).map(({ id, issuer, linked_at, used_at }) => {
    const provider = providerOf(realm, issuer);
    const works = provider !== undefined && isProviderOn(realm, provider);
    return {
      id,
      issuer,
      provider: provider?.id ?? null,
      name: providerName(realm, issuer),
      method: provider?.method,
      linked_at,
      used_at,
      works,
    };
  });

/** Returns the methods of an account's linked logins. Null stands for a working connection, which has no method. */
export const usedMethods = (realm: Realm, user: UserId): (AuthenticationMethod | null)[] =>
  listLogins(realm, user).flatMap(({ method, works }) => {
    const isOfMethod = method !== undefined && method !== null;
    return isOfMethod || (method === null && works) ? [method] : [];
  });

/** True if an account has logged in at an issuer, or was linked to it, since a time. */
export const hasUsed = (realm: Realm, user: UserId, issuer: string, since: Seconds): boolean =>
  loginsOf.all(realm.sql, { user }).some((login) => login.issuer === issuer && login.used_at >= since);

/** Removes an account's link to a provider. The account must have another credential. */
export function endLogin(realm: Realm, user: User, id: number): void {
  const login = loginsOf.all(realm.sql, { user: user.id }).find((other) => other.id === id);
  if (login === undefined) throw notFound("Login not found.");
  deleteLogin.run(realm.sql, { user: user.id, id });
  checkCanStillLogIn(realm, user.id);
  notifyLoginChange(realm, user, { kind: "service unlinked", name: providerName(realm, login.issuer) });
}

/**
 * Applies the role and groups that a provider login grants, before the user is logged in. Returns the account's new
 * state.
 */
export function grant(realm: Realm, provider: LoginProvider, { id }: Pick<User, "id">, { granted }: Identity): User {
  if (granted !== undefined) realm.run(grantedHook, provider, id, granted);
  return accessUser(realm, null, id);
}
