import type { Actor } from "../../../protocol/actor.ts";
import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import { type GroupId, toGroupId } from "../../../protocol/ids.ts";
import { groupPermissions, type PermissionRule } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessGroup } from "./access.ts";
import { type Group, hasPermission, permissionsOf, systemGroupIds } from "./groups.ts";
import { groupsWithin } from "./membership.ts";

/** A permission: who has it, and what it may be set to. */
interface Permission {
  readonly value: GroupSettingValue;
  readonly rule: PermissionRule;
}

/** By which of its permissions somebody may come to be in a group. */
const WAYS_IN = ["can_manage_group", "can_add_members_group", "can_join_group"] as const;

/**
 * Whether somebody has a permission, or may give it to themselves: by joining a group that has it, or one that may put
 * them there, and so on. `overAll` is the permission to manage all groups.
 */
export function mayObtain(
  realm: Realm,
  who: Pick<Actor, "user_id" | "role">,
  permission: Permission,
  overAll: Permission,
): boolean {
  const seen = new Set<GroupId>();
  const wanted = new Set([permission]);
  for (const { value, rule } of wanted) {
    if (hasPermission(realm, who, value, rule)) return true;
    for (const group of groupsIn(realm, value)) {
      if (seen.has(group.id)) continue;
      seen.add(group.id);
      wanted.add(overAll);
      const permissions = permissionsOf(realm, group);
      for (const name of WAYS_IN) wanted.add({ value: permissions[name], rule: groupPermissions[name].rule });
    }
  }
  return false;
}

/** The groups that have a permission of that value, but for the system's: nobody may put anybody into those. */
function groupsIn(realm: Realm, value: GroupSettingValue): Group[] {
  const system = new Set<number>(Object.values(systemGroupIds(realm)));
  const named = typeof value === "number" ? [value] : value.direct_subgroups;
  return named
    .filter((id) => !system.has(id))
    .flatMap((id) => [...groupsWithin(realm, toGroupId(id))])
    .filter((id) => !system.has(id))
    .map((id) => accessGroup(realm, id));
}
