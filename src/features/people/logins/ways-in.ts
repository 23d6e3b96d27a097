import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../mail/mail.ts";
import { usedMethodsHook } from "../../organization/realm/hooks.ts";
import { hasOnlyLogin, isMethodOn } from "../../organization/realm/sign-in.ts";
import { findUser, hasPassword } from "../../organization/users/users.ts";
import { hasPasskey } from "../passkeys/passkeys.ts";

/**
 * Refuses a change after which somebody could not log in any more: it is called in the change, once what they lose is gone. A
 * password counts where there is one, or where a letter can lead to one.
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
