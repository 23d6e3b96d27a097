import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { type GroupPermissionName, groupPermissions } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { permits } from "../organization-settings/realm-settings.ts";
import { accessGroup, groupIsDeactivated } from "../user-groups/access.ts";
import { groupManagedHook } from "../user-groups/hooks.ts";
import { type Group, hasPermission, permissionsOf } from "../user-groups/user-groups.ts";

/** True if the actor has one of the permissions of a group, or manages it (users-groups-org.md 3, rule 2). */
export function hasGroupPermission(realm: Realm, actor: Actor, group: Group, ...names: GroupPermissionName[]): boolean {
  if (group.is_system === 1) return false;
  if (permits(realm, actor, "can_manage_all_groups")) return true;
  const permissions = permissionsOf(realm, group);
  return ["can_manage_group" as const, ...names].some((name) =>
    hasPermission(realm, actor, permissions[name], groupPermissions[name].rule),
  );
}

/** Throws if a directory manages the group. */
function checkNotManaged(realm: Realm, { id }: Group): void {
  if (realm.collect(groupManagedHook, id).some(Boolean)) throw badRequest("This group is managed by the directory");
}

/** Returns a group that the actor can manage, deactivated or not. */
export function accessGroupToManage(realm: Realm, actor: Actor, id: number): Group {
  const group = accessGroup(realm, id);
  checkNotManaged(realm, group);
  if (!hasGroupPermission(realm, actor, group)) throw insufficientPermission();
  return group;
}

/** Returns a group whose members and subgroups can be changed: not a system group, and not deactivated. */
export function accessGroupToFill(realm: Realm, id: number): Group {
  const group = accessGroup(realm, id);
  if (group.is_system === 1) throw insufficientPermission();
  if (group.deactivated === 1) throw groupIsDeactivated();
  checkNotManaged(realm, group);
  return group;
}
