import type { Actor } from "../../../protocol/actor.ts";
import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import { type GroupId, toGroupId } from "../../../protocol/ids.ts";
import { groupPermissions, type PermissionRule } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessGroup } from "./access.ts";
import { groupsWithin } from "./membership.ts";
import { type Group, hasPermission, permissionsOf, systemGroupIds } from "./user-groups.ts";

interface Permission {
  readonly value: GroupSettingValue;
  readonly rule: PermissionRule;
}

/** Group permissions through which a user can become a member. */
const JOINING_PERMISSIONS = ["can_manage_group", "can_add_members_group", "can_join_group"] as const;

/**
 * True if a user has a permission or can obtain it: by joining a group that has it, or a group whose members can add
 * themselves to such a group, and so on. `manageAllGroups` is the permission to manage all groups.
 */
export function mayObtain(
  realm: Realm,
  user: Pick<Actor, "user_id" | "role">,
  permission: Permission,
  manageAllGroups: Permission,
): boolean {
  const seen = new Set<GroupId>();
  const wanted = new Set([permission]);
  for (const { value, rule } of wanted) {
    if (hasPermission(realm, user, value, rule)) return true;
    for (const group of groupsInValue(realm, value)) {
      if (seen.has(group.id)) continue;
      seen.add(group.id);
      wanted.add(manageAllGroups);
      const permissions = permissionsOf(realm, group);
      for (const name of JOINING_PERMISSIONS)
        wanted.add({ value: permissions[name], rule: groupPermissions[name].rule });
    }
  }
  return false;
}

/** Returns the groups in the value of a permission. Excludes system groups, because no one can add members to them. */
function groupsInValue(realm: Realm, value: GroupSettingValue): Group[] {
  const system = new Set<number>(Object.values(systemGroupIds(realm)));
  const named = typeof value === "number" ? [value] : value.direct_subgroups;
  const own = named.filter((id) => !system.has(id)).map(toGroupId);
  return [...groupsWithin(realm, ...own)].filter((id) => !system.has(id)).map((id) => accessGroup(realm, id));
}
