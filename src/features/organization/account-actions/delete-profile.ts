import type { UserId } from "../../../protocol/ids.ts";
import { EmailVisibility } from "../../../protocol/user-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { accessUser } from "../accounts/access.ts";
import { dummyEmail, type User } from "../accounts/accounts.ts";
import { replaceAvatar } from "../accounts/avatars.ts";
import {
  changeEmailVisibility,
  changeTimeZone,
  writeDeleted,
  writeEmail,
  writeErased,
  writeFullName,
} from "../accounts/changes.ts";
import { accountErasedHook, profileDeletedHook, profileLeavingHook } from "../accounts/hooks.ts";

const DELETED_NAME = "Deleted user";

export const erasedName = (id: UserId): string => `${DELETED_NAME} ${id}`;

/**
 * Removes everything that identifies an account's user or bot to others. Keeps the email address, but hides it from
 * everyone.
 */
export function deleteProfile(realm: Realm, user: User): void {
  if (user.is_deleted === 0) {
    // The entry omits the name and address, because they are being deleted.
    const { type, id } = accountEntity(user);
    audit(realm, "user.profile_deleted", { of: { type, id } });
  }
  takeProfile(realm, user.id, DELETED_NAME);
}

/** Erases everything about a user or bot, including their address and logins, except what they have written. */
export function eraseAccount(
  realm: Realm,
  user: User,
  addresses: readonly string[],
  details: { readonly deletes_messages: boolean },
): void {
  const { type, id } = accountEntity(user);
  audit(realm, "user.erased", { of: { type, id }, details });
  // If the profile was deleted earlier, the account still has its address, which is removed now.
  if (user.is_deleted === 1) realm.run(profileLeavingHook, user);
  writeErased(realm, user);
  takeProfile(realm, user.id, erasedName(user.id));
  writeEmail(realm, accessUser(realm, null, user.id), dummyEmail(realm, user.id));
  realm.run(accountErasedHook, user, addresses);
}

function takeProfile(realm: Realm, id: UserId, name: string): void {
  const current = () => accessUser(realm, null, id);
  if (current().is_deleted === 0) {
    realm.run(profileLeavingHook, current());
    writeDeleted(realm, current());
  }
  if (current().full_name !== name) writeFullName(realm, current(), name);
  if (current().bot_type === null) changeEmailVisibility(realm, current(), EmailVisibility.nobody);
  replaceAvatar(realm, current(), null);
  if (current().timezone !== "") changeTimeZone(realm, current(), "");
  realm.run(profileDeletedHook, current());
}
