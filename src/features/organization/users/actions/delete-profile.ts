import { EmailVisibility } from "../../../../protocol/user-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accountEntity, audit } from "../../../trust/audit-log/public.ts";
import { accessUser } from "../access.ts";
import { replaceAvatar } from "../avatars.ts";
import { changeEmailVisibility, changeTimeZone, writeDeleted, writeFullName } from "../changes.ts";
import { profileDeletedHook, profileLeavingHook } from "../hooks.ts";
import type { User } from "../users.ts";

const DELETED_NAME = "Deleted user";

/** Takes away all by which others know the person, or the bot, of an account. Its address stays, for nobody to see. */
export function deleteProfile(realm: Realm, { id }: User): void {
  const current = () => accessUser(realm, null, id);
  if (current().is_deleted === 0) {
    realm.run(profileLeavingHook, current());
    // Without the name and the address, which are what is deleted.
    const { type } = accountEntity(current());
    audit(realm, "user.profile_deleted", { of: { type, id } });
    writeDeleted(realm, current());
  }
  if (current().full_name !== DELETED_NAME) writeFullName(realm, current(), DELETED_NAME);
  if (current().bot_type === null) changeEmailVisibility(realm, current(), EmailVisibility.nobody);
  replaceAvatar(realm, current(), null);
  if (current().timezone !== "") changeTimeZone(realm, current(), "");
  realm.run(profileDeletedHook, current());
}
