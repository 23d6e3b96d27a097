import type { Handlers } from "../handlers.ts";
import { keyedLists, without } from "../keyed-list.ts";
import type { Group, State } from "../state.ts";
import { leavePermissions } from "./group-setting.ts";
import { isDeactivation } from "./users.ts";

const groups = keyedLists((group: Group) => group.id);

export const groupById = (state: State, id: number): Group | undefined => groups.get(state.realm_user_groups, id);

const change = (state: State, group_id: number, into: (group: Group) => Partial<Group>): void => {
  const group = groupById(state, group_id);
  if (group !== undefined) Object.assign(group, into(group));
};

export const groupsEvents: Handlers = {
  "user_group/add": (state, { group }) => groups.put(state.realm_user_groups, group),
  "user_group/remove": (state, { group_id }) => {
    groups.take(state.realm_user_groups, group_id);
  },
  "user_group/update": (state, { group_id, data }) => {
    Object.assign(groupById(state, group_id) ?? {}, data);
  },
  "user_group/add_members": (state, event) =>
    change(state, event.group_id, ({ members }) => ({ members: [...members, ...event.user_ids] })),
  "user_group/remove_members": (state, event) =>
    change(state, event.group_id, ({ members }) => ({ members: without(members, event.user_ids) })),
  "user_group/add_subgroups": (state, event) =>
    change(state, event.group_id, (group) => ({
      direct_subgroup_ids: [...group.direct_subgroup_ids, ...event.direct_subgroup_ids],
    })),
  "user_group/remove_subgroups": (state, event) =>
    change(state, event.group_id, (group) => ({
      direct_subgroup_ids: without(group.direct_subgroup_ids, event.direct_subgroup_ids),
    })),
  /** A deactivated account is in no group; when it is reactivated, further events name its groups. */
  "realm_user/update": (state, { person }) => {
    if (!isDeactivation(person)) return false;
    const { user_id } = person;
    for (const group of state.realm_user_groups) {
      if (group.members.includes(user_id)) group.members = without(group.members, [user_id]);
      leavePermissions(group, user_id);
    }
    return true;
  },
};
