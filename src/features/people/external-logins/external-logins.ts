import { providersFor } from "../../../config/login-providers.ts";
import type { AuthenticationMethod } from "../../../protocol/authentication-methods.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isMethodOn } from "../../organization/realm/public.ts";
import { findUser, findUserByRealEmail, type User } from "../../organization/users/public.ts";
import type { Identity } from "./attempt.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { deleteLogin, insertLogin, loginBySubject, loginsOf, setUsed } from "./rows.ts";

/**
 * The account of somebody whom a provider has named: the one that is linked to the subject, or else the one with a
 * verified address, which is then linked. Undefined where there is none.
 */
export function findAccount(realm: Realm, identity: Identity): User | undefined {
  const { issuer, subject, emails, unverified } = identity;
  const login = loginBySubject.first(realm.sql, { issuer, subject });
  const linked = login && findUser(realm, login.user_id);
  if (login !== undefined && linked !== undefined) {
    checkActive(linked);
    setUsed.run(realm.sql, { id: login.id, now: realm.seconds() });
    return linked;
  }
  if (emails.length === 0) throw new ExternalLoginRefused("unverified", "", unverified);
  const found = emails.flatMap((email) => findUserByRealEmail(realm, email) ?? [])[0];
  if (found === undefined) return undefined;
  if (found.bot_type !== null) throw new ExternalLoginRefused("not_allowed", "", found.delivery_email);
  checkActive(found);
  // Whoever was linked before keeps the account, though somebody else has the address by now.
  if (loginsOf.all(realm.sql, { user: found.id }).some((other) => other.issuer === issuer)) {
    throw new ExternalLoginRefused("other_login", "", found.delivery_email);
  }
  link(realm, found.id, identity);
  return found;
}

function checkActive({ is_active, delivery_email }: User): void {
  if (is_active === 0) throw new ExternalLoginRefused("deactivated", "", delivery_email);
}

export const isLinked = (realm: Realm, { issuer, subject }: Identity): boolean =>
  loginBySubject.first(realm.sql, { issuer, subject }) !== undefined;

export function link(realm: Realm, user: UserId, { issuer, subject }: Identity): void {
  insertLogin.run(realm.sql, { user, issuer, subject, now: realm.seconds() });
}

/** The provider with an issuer, where the organization still has one. */
const providerOf = (realm: Realm, issuer: string) =>
  providersFor(realm.config, realm.identity.subdomain).find((provider) => provider.issuer === issuer);

/** The providers at which an account has logged in. */
export const listLogins = (realm: Realm, user: UserId) =>
  loginsOf.all(realm.sql, { user }).map(({ id, issuer, linked_at, used_at }) => {
    const provider = providerOf(realm, issuer);
    const method = provider?.method;
    const works = method !== undefined && isMethodOn(realm, method);
    return { id, issuer, name: provider?.name ?? new URL(issuer).host, method, linked_at, used_at, works };
  });

/** The methods by which an account has logged in, and that are not switched off with their providers. */
export const usedMethods = (realm: Realm, user: UserId): AuthenticationMethod[] =>
  listLogins(realm, user).flatMap(({ method }) => method ?? []);

/** Ends the link of an account to a provider. Where people have no passwords, one that works has to stay. */
export function endLogin(realm: Realm, user: UserId, id: number): void {
  const logins = listLogins(realm, user);
  if (!logins.some((login) => login.id === id)) throw notFound("There is no such login.");
  if (!isMethodOn(realm, "Email") && !logins.some((login) => login.works && login.id !== id)) {
    throw badRequest("This is the only way in which you can log in.");
  }
  deleteLogin.run(realm.sql, { user, id });
}
