import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { accessUser } from "../../organization/users/access.ts";
import { type ReservedAvatar, replaceAvatar } from "../../organization/users/avatars.ts";
import { avatarUrl } from "../../organization/users/user-object.ts";

export function checkMayChangeAvatar(realm: Realm, actor: Actor): void {
  if (realmSettings(realm).avatar_changes_disabled && !isAdministrator(actor)) {
    throw badRequest("Avatar changes are disabled in this organization.");
  }
}

/** Replaces the actor's avatar, or resets it to the gravatar where `avatar` is null. Returns the URL of the new one. */
export function setAvatar(realm: Realm, actor: Actor, avatar: ReservedAvatar | null): string {
  const before = accessUser(realm, actor, actor.user_id);
  const user = avatar === null && before.avatar_source === "G" ? before : replaceAvatar(realm, before, avatar);
  return avatarUrl(user, realm.id, { viewer: null, client_gravatar: false });
}
