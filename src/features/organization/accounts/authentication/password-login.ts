import type { HasherAsker } from "../../../../http/ask-hasher.ts";
import {
  authenticationFailed,
  passkeyRequired,
  passwordAuthDisabled,
  secondFactorRequired,
  secondFactorSetupRequired,
  userDeactivated,
} from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { RequestFacts } from "../../../../rpc/request-facts.ts";
import { accountEntity, auditIfRefused, organizationEntity } from "../../../trust/audit-log/audit.ts";
import { passwordHashOf, type User } from "../accounts.ts";
import { passwordLoginsHook, type SecondFactorResult, secondFactorHook } from "../hooks.ts";
import { userByDeliveryEmail } from "../rows.ts";
import { countLogin, forgetLogins } from "./login-attempts.ts";
import { verifyPassword } from "./password.ts";

/** Throws if the organization has turned password logins off. */
export function checkPasswordLogins(realm: Realm): void {
  if (!realm.collect(passwordLoginsHook).every(Boolean)) throw passwordAuthDisabled();
}

/**
 * First step of a password login, in the realm: counts the attempt and returns the hash to check. There is a hash even
 * if the account doesn't exist, so that neither the reply nor its timing reveals that.
 */
export function beginLogin(realm: Realm, username: string, request: RequestFacts): string {
  checkPasswordLogins(realm);
  countLogin(realm, username, request);
  return passwordHashOf(realm, userByDeliveryEmail.first(realm.sql, { email: username })?.id);
}

/** Second step, in the Worker: returns the hash if the password matches it, otherwise null. */
export const checkLogin = async (password: string, hash: string, worker: HasherAsker): Promise<string | null> =>
  (await verifyPassword(password, hash, worker)) ? hash : null;

interface Login {
  readonly username: string;
  /** Result of `checkLogin`. */
  readonly verified: string | null;
  readonly code: string | undefined;
  readonly request: RequestFacts;
}

/** Last step of a password login, in the realm: returns the account that logs in, and what the login still lacks. */
export function finishLogin(
  realm: Realm,
  { username, verified, code, request }: Login,
): { user: User; standing: SecondFactorResult } {
  checkPasswordLogins(realm);
  const user = userByDeliveryEmail.first(realm.sql, { email: username });
  const refused = (reason: string) => {
    const of = user === undefined ? organizationEntity(realm) : accountEntity(user);
    const name = user === undefined ? username : undefined;
    auditIfRefused(realm, "login.failed", { of, details: { method: "password", reason, name } });
  };
  // The password may have changed while the submitted one was being checked.
  if (user === undefined || verified !== passwordHashOf(realm, user.id)) {
    refused(user === undefined ? "no such account" : "wrong password");
    throw authenticationFailed();
  }
  if (user.is_active === 0) {
    refused("deactivated");
    throw userDeactivated();
  }
  const standing = realm.ask(secondFactorHook, user, code);
  // Wrong codes count as attempts at the password, so the count isn't reset until the code is correct.
  if (standing !== "code wanted") forgetLogins(realm, username, request);
  return { user, standing };
}

/** Throws if the password wasn't enough. `ticket` is for a client that must send a code next. */
export function checkComplete(standing: SecondFactorResult, ticket?: string): void {
  if (standing === "code wanted") throw secondFactorRequired(ticket);
  if (standing === "passkey wanted") throw passkeyRequired();
  if (standing === "setup wanted") throw secondFactorSetupRequired();
}
