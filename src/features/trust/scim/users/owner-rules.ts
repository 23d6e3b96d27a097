import { Role } from "../../../../protocol/roles.ts";
import { words } from "../../../../protocol/words/words.ts";
import { inMemory, type Realm } from "../../../../realm/realm.ts";
import { DAY, type Seconds } from "../../../../util/time.ts";
import { canSendMail } from "../../../email/email.ts";
import { isLastOwner } from "../../../organization/account-actions/owner-rules.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { emailUser } from "../../../organization/organization-settings/email-user.ts";
import { accountEntity, auditIfRefused } from "../../audit-log/audit.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { invalidValue, mutability } from "../protocol/errors.ts";
import type { WantedUser } from "../user-resources/wanted-user.ts";

const emailWords = words("lastOwner", {
  subject: "You are still the owner of {organization}",
  tried: "The directory “{directory}” tried to deactivate your account in {organization}, or to take your role away.",
  refused: "This didn't happen, because you are the last owner. Make someone else an owner first.",
});

/** Emails the last owner about a directory's attempt to deactivate them or to change their role. */
function sendLastOwnerMail(realm: Realm, user: User, directory: string): void {
  if (!canSendMail(realm)) return;
  emailUser(realm, user, emailWords, (words, name) => ({ paragraphs: [words.tried(directory, name), words.refused] }));
}

/** When each owner was last notified. Limits the number of emails, because directories keep retrying. */
const lastWarnedAt = inMemory(() => new Map<User["id"], Seconds>());

/** Throws if the user is the last owner. Also emails them, at most once a day. */
export function checkNotLastOwner(realm: Realm, connection: DirectoryConnection, user: User): void {
  if (!isLastOwner(realm, user)) return;
  auditIfRefused(realm, "user.deactivated", { of: accountEntity(user) });
  const times = lastWarnedAt(realm);
  const last = times.get(user.id);
  const now = realm.seconds();
  if (last === undefined || now - last >= DAY) {
    times.set(user.id, now);
    realm.ifRefused(() => sendLastOwnerMail(realm, user, connection.name));
  }
  throw mutability("The last owner of an organization can't be deactivated, nor lose that role.");
}

/**
 * Throws if the connection isn't allowed to make someone an owner, or to change or reactivate one. An owner's email
 * address gives access to the account, and a reactivated former owner is an owner again.
 */
export function checkMayChange(
  { rules }: DirectoryConnection,
  user: Pick<User, "role" | "delivery_email" | "is_active">,
  { role, email, active }: Pick<WantedUser, "role" | "email" | "active">,
): void {
  if (rules.may_set_owner) return;
  if (user.role !== Role.owner) {
    if (role === Role.owner) throw invalidValue("This connection can't make owners.");
    return;
  }
  if (role !== undefined && role !== Role.owner) throw mutability("This connection can't change the role of an owner.");
  if (email.toLowerCase() !== user.delivery_email.toLowerCase())
    throw mutability("This connection can't change the email address of an owner.");
  if (active === true && user.is_active === 0) throw mutability("This connection can't reactivate an owner.");
}

/**
 * Throws if the connection isn't allowed to deactivate an owner. Otherwise, an attacker with its token could lock out
 * all owners but one.
 */
export function checkMayDeactivate({ rules }: DirectoryConnection, { role }: Pick<User, "role">): void {
  if (!rules.may_set_owner && role === Role.owner) throw mutability("This connection can't deactivate an owner.");
}
