import { derived } from "../derived.ts";
import type { UserId } from "../ids.ts";
import { groupById } from "../people/groups.ts";
import type { Group, State } from "../state.ts";

type GroupIds = ReadonlySet<number>;

function closure(edges: ReadonlyMap<number, readonly number[]>, start: Iterable<number>): GroupIds {
  const reached = new Set(start);
  // The loop also visits the items that are added to the set meanwhile.
  for (const id of reached) for (const next of edges.get(id) ?? []) reached.add(next);
  return reached;
}

/** The groups that each group is a direct subgroup of. */
const parents = derived(["groups"], (state) => {
  const edges = new Map<number, number[]>();
  for (const { id, direct_subgroup_ids } of state.realm_user_groups)
    for (const child of direct_subgroup_ids) edges.set(child, [...(edges.get(child) ?? []), id]);
  return edges;
});

const known = derived(["groups"], () => new Map<UserId, GroupIds>());

/** All groups that a user is in, directly or through a subgroup. */
export function groupsOf(state: State, user: UserId): GroupIds {
  const found = known(state).get(user);
  if (found !== undefined) return found;
  const direct = state.realm_user_groups.filter(({ members }) => members.includes(user)).map(({ id }) => id);
  const all = closure(parents(state), direct);
  known(state).set(user, all);
  return all;
}

export const isMember = (state: State, group: number, user: UserId): boolean => groupsOf(state, user).has(group);

/** The members of a group and of its subgroups. */
export function membersOf(state: State, group: number): ReadonlySet<UserId> {
  const children = new Map(state.realm_user_groups.map((one) => [one.id, one.direct_subgroup_ids]));
  const members = new Set<UserId>();
  for (const id of closure(children, [group]))
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

/** The groups that people have created, without deactivated ones. */
export const ownGroups = (state: State): readonly Group[] =>
  state.realm_user_groups.filter((one) => !one.is_system_group && !one.deactivated);
