import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { type GroupId, toGroupId } from "../../../protocol/ids.ts";
import { type GroupPermissionName, groupPermissions } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { permits } from "../organization-settings/realm-settings.ts";
import { accessGroup, checkSubgroups, groupIsDeactivated } from "../user-groups/access.ts";
import { changeMemberships } from "../user-groups/change-memberships.ts";
import { addSubgroups, groupEntity, removeSubgroups } from "../user-groups/changes.ts";
import { groupManagedHook, type MembershipChange } from "../user-groups/hooks.ts";
import { directSubgroups, groupsContaining, membersWithin } from "../user-groups/membership.ts";
import { type Group, hasPermission, permissionsOf } from "../user-groups/user-groups.ts";

/** True if the actor can manage a group, or has one of these permissions for it (users-groups-org.md 3, rule 2). */
export function hasGroupPermission(realm: Realm, actor: Actor, group: Group, ...names: GroupPermissionName[]): boolean {
  if (group.is_system === 1) return false;
  if (permits(realm, actor, "can_manage_all_groups")) return true;
  const permissions = permissionsOf(realm, group);
  return ["can_manage_group" as const, ...names].some((name) =>
    hasPermission(realm, actor, permissions[name], groupPermissions[name].rule),
  );
}

/** Whether a directory manages a group. Users and administrators can't change such a group. */
export const isGroupManaged = (realm: Realm, { id }: Pick<Group, "id">): boolean =>
  realm.collect(groupManagedHook, id).some(Boolean);

function checkNotManaged(realm: Realm, group: Group): void {
  if (isGroupManaged(realm, group)) throw badRequest("This group is managed by the directory");
}

/** Returns a group that the actor can manage, deactivated or not. */
export function accessGroupToManage(realm: Realm, actor: Actor, id: number): Group {
  const group = accessGroup(realm, id);
  checkNotManaged(realm, group);
  if (!hasGroupPermission(realm, actor, group)) throw insufficientPermission();
  return group;
}

/** Returns a group whose members and subgroups can be changed. Throws for system, deactivated and managed groups. */
export function accessGroupToFill(realm: Realm, id: number): Group {
  const group = accessGroup(realm, id);
  if (group.is_system === 1) throw insufficientPermission();
  if (group.deactivated === 1) throw groupIsDeactivated();
  checkNotManaged(realm, group);
  return group;
}

/** Adds subgroups to a group. Throws if that would create a cycle. */
export function addSubgroupsByRequest(realm: Realm, actor: Actor, group: Group, ids: readonly number[]): void {
  if (!hasGroupPermission(realm, actor, group)) throw insufficientPermission();
  const subgroups = checkSubgroups(realm, ids);
  const present = new Set(directSubgroups(realm, group.id));
  const already = subgroups.find((id) => present.has(id));
  if (already !== undefined) throw badRequest(`User group ${already} is already a subgroup of this group.`);
  const around = groupsContaining(realm, group.id);
  if (subgroups.some((id) => around.has(id))) {
    throw badRequest(`User group ${group.id} is already a subgroup of one of the passed subgroups.`);
  }
  changeMemberships(realm, changeOf(realm, group, subgroups), () => addSubgroups(realm, group.id, subgroups));
  audit(realm, "group.member_added", { of: groupEntity(group), details: { groups: subgroups } });
}

export function removeSubgroupsByRequest(realm: Realm, actor: Actor, group: Group, ids: readonly number[]): void {
  if (!hasGroupPermission(realm, actor, group)) throw insufficientPermission();
  const subgroups = [...new Set(ids)].map(toGroupId);
  const present = new Set(directSubgroups(realm, group.id));
  const missing = subgroups.find((id) => !present.has(id));
  if (missing !== undefined) throw badRequest(`User group ${missing} is not a subgroup of this group.`);
  changeMemberships(realm, changeOf(realm, group, subgroups), () => removeSubgroups(realm, group.id, subgroups));
  audit(realm, "group.member_removed", { of: groupEntity(group), details: { groups: subgroups } });
}

/** Returns the membership change when subgroups are added or removed: their members join or leave the group, too. */
const changeOf = (realm: Realm, group: Group, subgroups: readonly GroupId[]): MembershipChange => ({
  users: membersWithin(realm, ...subgroups),
  group: group.id,
});
