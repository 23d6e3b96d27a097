import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../mail/public.ts";
import { hasOnlyLogin, isMethodOn, usedMethodsHook } from "../../organization/realm/public.ts";
import { findUser, hasPassword } from "../../organization/users/public.ts";
import { hasPasskey } from "../passkeys/public.ts";

/**
 * Refuses a change after which somebody could not log in any more: it is called in the change, once what they lose is gone. A
 * password counts where there is one, or where a letter can lead to one.
 */
export function checkWayIn(realm: Realm, user: UserId): void {
  const takesPassword = isMethodOn(realm, "Email") && (hasPassword(realm, user) || canSendMail(realm));
  const takesPasskey = !hasOnlyLogin(realm) || findUser(realm, user)?.role === Role.owner;
  if (takesPassword || (takesPasskey && hasPasskey(realm, user))) return;
  const used = realm.collect(usedMethodsHook, user).flat();
  if (!used.some((method) => method === null || isMethodOn(realm, method))) {
    throw badRequest("This is your only way to log in.");
  }
}
