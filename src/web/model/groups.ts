import type { GroupPermissions } from "../../protocol/permission-settings.ts";
import { leavePermissions } from "./group-setting.ts";
import type { Handlers } from "./handlers.ts";
import type { UserId } from "./ids.ts";
import { keyedLists, without } from "./keyed-list.ts";
import type { State } from "./state.ts";
import type { PersonChange } from "./users.ts";

type Permissions = { -readonly [Name in keyof GroupPermissions]: GroupPermissions[Name] };

export interface Group extends Permissions {
  readonly id: number;
  /** System groups have names such as `role:members`. */
  name: string;
  description: string;
  creator_id: UserId | null;
  date_created: number | null;
  readonly is_system_group: boolean;
  /** Without those of its subgroups. */
  members: UserId[];
  direct_subgroup_ids: number[];
  deactivated: boolean;
}

export interface GroupsState {
  realm_user_groups: Group[];
}

const groups = keyedLists((group: Group) => group.id);

export const groupById = (state: State, id: number): Group | undefined => groups.get(state.realm_user_groups, id);

interface OfGroup {
  readonly group_id: number;
}
interface OfMembers extends OfGroup {
  readonly user_ids: readonly UserId[];
}
interface OfSubgroups extends OfGroup {
  readonly direct_subgroup_ids: readonly number[];
}

const change = (state: State, { group_id }: OfGroup, into: (group: Group) => Partial<Group>): void => {
  const group = groupById(state, group_id);
  if (group !== undefined) Object.assign(group, into(group));
};

export const groupsEvents: Handlers = {
  "user_group/add": (state, { group }: { readonly group: Group }) => groups.put(state.realm_user_groups, group),
  "user_group/remove": (state, { group_id }: OfGroup) => {
    groups.take(state.realm_user_groups, group_id);
  },
  "user_group/update": (state, event: OfGroup & { readonly data: Partial<Group> }) =>
    change(state, event, () => event.data),
  "user_group/add_members": (state, event: OfMembers) =>
    change(state, event, ({ members }) => ({ members: [...members, ...event.user_ids] })),
  "user_group/remove_members": (state, event: OfMembers) =>
    change(state, event, ({ members }) => ({ members: without(members, event.user_ids) })),
  "user_group/add_subgroups": (state, event: OfSubgroups) =>
    change(state, event, (group) => ({
      direct_subgroup_ids: [...group.direct_subgroup_ids, ...event.direct_subgroup_ids],
    })),
  "user_group/remove_subgroups": (state, event: OfSubgroups) =>
    change(state, event, (group) => ({
      direct_subgroup_ids: without(group.direct_subgroup_ids, event.direct_subgroup_ids),
    })),
  /** A deactivated account is in no group; when it is reactivated, further events say what it is in. */
  "realm_user/update": (state, { person: { user_id, is_active } }: { readonly person: PersonChange }) => {
    if (is_active !== false) return false;
    for (const group of state.realm_user_groups) {
      if (group.members.includes(user_id)) group.members = without(group.members, [user_id]);
      leavePermissions(group, user_id);
    }
    return true;
  },
};
