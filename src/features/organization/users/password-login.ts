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
 * A login with a password, in the steps of an action. Whether there is such an account is told neither by the answer
 * nor by its time.
 */
export function beginLogin(realm: Realm, username: string): string {
  checkPasswordLogins(realm);
  countAttempt(realm, username);
  return passwordHashOf(realm, userByDeliveryEmail.first(realm.sql, { email: username })?.id);
}

/** In the Worker: the hash that the password fits. */
export const checkLogin = async (password: string, hash: string): Promise<string | null> =>
  (await verifyPassword(password, hash)) ? hash : null;

/** Who logs in. */
export function finishLogin(realm: Realm, username: string, verified: string | null): User {
  checkPasswordLogins(realm);
  const user = userByDeliveryEmail.first(realm.sql, { email: username });
  // It may have been changed while this one was checked.
  if (user === undefined || verified !== passwordHashOf(realm, user.id)) throw authenticationFailed();
  if (user.is_active === 0) throw userDeactivated();
  forgetAttempts(realm, username);
  return user;
}
