import { type Actor, isAdministrator } from "../../protocol/actor.ts";
import { badRequest } from "../../protocol/errors.ts";
import type { Realm } from "../../realm/realm.ts";
import { realmSettings } from "../organizations/organizations.ts";
import { checkEmailIsFree, type User } from "../users/users.ts";

/**
 * An address changes only once it has been confirmed by mail (users-groups-org.md 5), and this server sends none yet:
 * an administrator can change it.
 */
export function checkEmailChange(realm: Realm, actor: Actor, user: User, email: string): void {
  if (email.toLowerCase() === user.delivery_email.toLowerCase()) return;
  if (realmSettings(realm).email_changes_disabled && !isAdministrator(actor)) {
    throw badRequest("Email address changes are disabled in this organization.");
  }
  checkEmailIsFree(realm, email);
  throw badRequest("This server cannot send email, so only an administrator can change email addresses.");
}
