import type { GroupPermissionName } from "../../../protocol/permission-settings.ts";
import type { UserId } from "../ids.ts";
import type { Group, State } from "../state.ts";
import { closure, groupById } from "./groups.ts";
import { hasPermission, permits } from "./permissions.ts";

/** Returns a group and its direct and indirect subgroups. */
export const groupsWithin = (state: State, group: number): ReadonlySet<number> =>
  closure(new Map(state.realm_user_groups.map((one) => [one.id, one.direct_subgroup_ids])), [group]);

export function membersOf(state: State, group: number): ReadonlySet<UserId> {
  const members = new Set<UserId>();
  for (const id of groupsWithin(state, group))
    for (const user of groupById(state, id)?.members ?? []) members.add(user);
  return members;
}

type SystemGroupName =
  | "role:internet"
  | "role:everyone"
  | "role:members"
  | "role:fullmembers"
  | "role:moderators"
  | "role:administrators"
  | "role:owners"
  | "role:nobody";

export const systemGroup = (state: State, name: SystemGroupName): Group | undefined =>
  state.realm_user_groups.find((one) => one.is_system_group && one.name === name);

export const ownGroups = (state: State): readonly Group[] =>
  state.realm_user_groups.filter((one) => !one.is_system_group && !one.deactivated);

const hasGroupPermission = (state: State, group: Group, name: GroupPermissionName): boolean =>
  permits(state, group[name], state.server_supported_permission_settings.group[name], state.user_id);

/** Whether the user can change a group, even if not a member. */
export const canManageGroup = (state: State, group: Group): boolean =>
  !group.is_system_group &&
  (hasPermission(state, "can_manage_all_groups") || hasGroupPermission(state, group, "can_manage_group"));

export const canAddMembers = (state: State, group: Group): boolean =>
  canManageGroup(state, group) || (!group.is_system_group && hasGroupPermission(state, group, "can_add_members_group"));

export const canRemoveMembers = (state: State, group: Group): boolean =>
  canManageGroup(state, group) ||
  (!group.is_system_group && hasGroupPermission(state, group, "can_remove_members_group"));

export const canJoinGroup = (state: State, group: Group): boolean =>
  canAddMembers(state, group) || (!group.is_system_group && hasGroupPermission(state, group, "can_join_group"));

export const canLeaveGroup = (state: State, group: Group): boolean =>
  !state.is_guest &&
  (canRemoveMembers(state, group) || (!group.is_system_group && hasGroupPermission(state, group, "can_leave_group")));

export const canMentionGroup = (state: State, group: Group): boolean =>
  !group.is_system_group && !group.deactivated && hasGroupPermission(state, group, "can_mention_group");
