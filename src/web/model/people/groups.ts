import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import { derived } from "../capability.ts";
import { type Handlers, keyedLists, withoutItems } from "../handlers.ts";
import type { UserId } from "../ids.ts";
import type { Group, State } from "../state.ts";
import { isDeactivation } from "./users.ts";

const groups = keyedLists((group: Group) => group.id);

export const groupById = (state: State, id: number): Group | undefined => groups.get(state.realm_user_groups, id);

const change = (state: State, group_id: number, into: (group: Group) => Partial<Group>): void => {
  const group = groupById(state, group_id);
  if (group !== undefined) Object.assign(group, into(group));
};

export const groupsEvents: Handlers = {
  "user_group/add": (state, { group }) => groups.put(state.realm_user_groups, group),
  "user_group/remove": (state, { group_id }) => groups.take(state.realm_user_groups, group_id),
  "user_group/update": (state, { group_id, data }) => Object.assign(groupById(state, group_id) ?? {}, data),
  "user_group/add_members": (state, event) =>
    change(state, event.group_id, ({ members }) => ({ members: [...members, ...event.user_ids] })),
  "user_group/remove_members": (state, event) =>
    change(state, event.group_id, ({ members }) => ({ members: withoutItems(members, event.user_ids) })),
  "user_group/add_subgroups": (state, event) =>
    change(state, event.group_id, (group) => ({
      direct_subgroup_ids: [...group.direct_subgroup_ids, ...event.direct_subgroup_ids],
    })),
  "user_group/remove_subgroups": (state, event) =>
    change(state, event.group_id, (group) => ({
      direct_subgroup_ids: withoutItems(group.direct_subgroup_ids, event.direct_subgroup_ids),
    })),
  /** Deactivated accounts are in no groups. On reactivation, separate events add the account to its groups. */
  "realm_user/update": (state, { person }) => {
    if (!isDeactivation(person)) return false;
    const { user_id } = person;
    for (const group of state.realm_user_groups) {
      if (group.members.includes(user_id)) group.members = withoutItems(group.members, [user_id]);
      leavePermissions(group, user_id);
    }
    return true;
  },
};

/** Removes a deactivated user from all permissions in the given fields. Returns true if the user had any. */
export function leavePermissions(fields: object, user: UserId): boolean {
  let found = false;
  for (const value of Object.values(fields) as unknown[]) {
    if (!isList(value) || !value.direct_members.includes(user)) continue;
    value.direct_members = withoutItems(value.direct_members, [user]);
    found = true;
  }
  return found;
}

const isList = (value: unknown): value is Exclude<GroupSettingValue, number> =>
  typeof value === "object" && value !== null && "direct_members" in value && Array.isArray(value.direct_members);

type GroupIds = ReadonlySet<number>;

export function closure(edges: ReadonlyMap<number, readonly number[]>, start: Iterable<number>): GroupIds {
  const reached = new Set(start);
  // The loop also visits items that are added to the set while it runs.
  for (const id of reached) for (const next of edges.get(id) ?? []) reached.add(next);
  return reached;
}

const parents = derived(["groups"], (state) => {
  const edges = new Map<number, number[]>();
  for (const { id, direct_subgroup_ids } of state.realm_user_groups)
    for (const child of direct_subgroup_ids) edges.set(child, [...(edges.get(child) ?? []), id]);
  return edges;
});

const groupsByUser = derived(["groups"], () => new Map<UserId, GroupIds>());

/** All groups of a user, direct or through a subgroup. */
export function groupsOf(state: State, user: UserId): GroupIds {
  const found = groupsByUser(state).get(user);
  if (found !== undefined) return found;
  const direct = state.realm_user_groups.filter(({ members }) => members.includes(user)).map(({ id }) => id);
  const all = closure(parents(state), direct);
  groupsByUser(state).set(user, all);
  return all;
}

export const isMember = (state: State, group: number, user: UserId): boolean => groupsOf(state, user).has(group);
