import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import { type GroupId, toGroupId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { checkSubgroups } from "../user-groups/access.ts";
import { changeMemberships } from "../user-groups/change-memberships.ts";
import { addSubgroups, groupEntity, removeSubgroups } from "../user-groups/changes.ts";
import type { MembershipChange } from "../user-groups/hooks.ts";
import { directSubgroups, groupsWithin, membersWithin } from "../user-groups/membership.ts";
import type { Group } from "../user-groups/user-groups.ts";
import { hasGroupPermission } from "./access.ts";

/** Adds subgroups to a group. Throws if that would create a cycle. */
export function addSubgroupsByRequest(realm: Realm, actor: Actor, group: Group, ids: readonly number[]): void {
  if (!hasGroupPermission(realm, actor, group)) throw insufficientPermission();
  const subgroups = checkSubgroups(realm, ids);
  const present = new Set(directSubgroups(realm, group.id));
  const already = subgroups.find((id) => present.has(id));
  if (already !== undefined) throw badRequest(`User group ${already} is already a subgroup of this group.`);
  if (subgroups.some((id) => groupsWithin(realm, id).has(group.id))) {
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

/**
 * Returns the membership change when subgroups are added or removed: the subgroups' members join or leave the group
 * too.
 */
const changeOf = (realm: Realm, group: Group, subgroups: readonly GroupId[]): MembershipChange => ({
  users: new Set(subgroups.flatMap((id) => [...membersWithin(realm, id)])),
  group: group.id,
});
