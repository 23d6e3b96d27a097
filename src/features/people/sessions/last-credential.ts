import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../email/email.ts";
import { findUser, hasPassword } from "../../organization/accounts/accounts.ts";
import { usedMethodsHook } from "../../organization/organization-settings/hooks.ts";
import { hasOnlyLogin, isMethodOn } from "../../organization/organization-settings/login-methods.ts";
import { hasPasskey } from "../passkeys/passkeys.ts";

/**
 * Throws if the user can no longer log in. Call it within the change that removes a credential, after removing it. A
 * password counts if the user has one or can set one by email.
 */
export function checkCanStillLogIn(realm: Realm, user: UserId): void {
  const takesPassword = isMethodOn(realm, "Email") && (hasPassword(realm, user) || canSendMail(realm));
  const takesPasskey = !hasOnlyLogin(realm) || findUser(realm, user)?.role === Role.owner;
  if (takesPassword || (takesPasskey && hasPasskey(realm, user))) return;
  const used = realm.collect(usedMethodsHook, user).flat();
  if (!used.some((method) => method === null || isMethodOn(realm, method))) {
    throw badRequest("This is your only way to log in.");
  }
}
