import { permissionsNamingGroup } from "../../../protocol/group-setting-value.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmPermissionValues } from "../organization-settings/realm-settings.ts";
import { type GroupUse, groupUsesHook } from "../user-groups/hooks.ts";
import { directSupergroups } from "../user-groups/membership.ts";
import { everyGroup, type Group, permissionsOf } from "../user-groups/user-groups.ts";

/** Returns the uses of a group. It can't be deactivated while there are any (users-groups-org.md 3, rule 6). */
export function groupUses(realm: Realm, { id }: Group): GroupUse[] {
  const others = everyGroup(realm).filter((group) => group.deactivated === 0 && group.id !== id);
  const live = new Set(others.map((group) => group.id));
  const supergroup_ids = directSupergroups(realm, id).filter((group) => live.has(group));
  const uses: GroupUse[] = [
    { type: "subgroup", supergroup_ids },
    ...realm.collect(groupUsesHook, id).flat(),
    ...others.map((group): GroupUse => {
      const settings = permissionsNamingGroup(permissionsOf(realm, group), id);
      return { type: "user_group", group_id: group.id, settings };
    }),
    { type: "realm", settings: permissionsNamingGroup(realmPermissionValues(realm), id) },
  ];
  return uses.filter((use) => (use.type === "subgroup" ? use.supergroup_ids : use.settings).length > 0);
}
