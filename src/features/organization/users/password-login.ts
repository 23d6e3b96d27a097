import { authenticationFailed, passwordAuthDisabled, userDeactivated } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { passwordLoginsHook } from "./hooks.ts";
import { countAttempt, forgetAttempts } from "./login-attempts.ts";
import { verifyPassword } from "./password.ts";
import { userByDeliveryEmail } from "./rows.ts";
import { passwordHashOf, type User } from "./users.ts";

function checkPasswordLogins(realm: Realm): void {
  if (!realm.collect(passwordLoginsHook).every(Boolean)) throw passwordAuthDisabled();
}

/**
 * The first step of a login with a password, in the realm: counts the attempt and returns the hash to check against.
 * There is a hash even where there is no such account, so that neither the reply nor its time reveals that.
 */
export function beginLogin(realm: Realm, username: string): string {
  checkPasswordLogins(realm);
  countAttempt(realm, username);
  return passwordHashOf(realm, userByDeliveryEmail.first(realm.sql, { email: username })?.id);
}

/** The second step, in the Worker: returns the hash if the password fits it, or else null. */
export const checkLogin = async (password: string, hash: string): Promise<string | null> =>
  (await verifyPassword(password, hash)) ? hash : null;

/** The last step of a login with a password, in the realm: the account that logs in. */
export function finishLogin(realm: Realm, username: string, verified: string | null): User {
  checkPasswordLogins(realm);
  const user = userByDeliveryEmail.first(realm.sql, { email: username });
  // The password may have been changed while this one was checked.
  if (user === undefined || verified !== passwordHashOf(realm, user.id)) throw authenticationFailed();
  if (user.is_active === 0) throw userDeactivated();
  forgetAttempts(realm, username);
  return user;
}
