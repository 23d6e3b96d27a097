import type { GroupId, UserId } from "../../../protocol/ids.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { inactiveUsers } from "../accounts/accounts.ts";
import { allGroups, allSubgroups, groupsOfMember, membership, membersOf, membersOfAll } from "./rows.ts";

type Graph = ReadonlyMap<GroupId, readonly GroupId[]>;
const parentsKey = cacheKey<Graph>("groups above");
const childrenKey = cacheKey<Graph>("groups below");
const ofUserKey = cacheKey<Map<UserId, ReadonlySet<GroupId>>>("groups of users");

/** Returns all groups a user is in, directly or through a subgroup. */
export function groupsOf(realm: Realm, user: UserId): ReadonlySet<GroupId> {
  const known = realm.cached(ofUserKey, () => new Map<UserId, ReadonlySet<GroupId>>());
  return entryOf(known, user, () =>
    closure(
      parents(realm),
      groupsOfMember.all(realm.sql, { user }).map((row) => row.group_id),
    ),
  );
}

/** Returns groups and all their subgroups, direct or indirect. */
export const groupsWithin = (realm: Realm, ...groups: readonly GroupId[]): ReadonlySet<GroupId> =>
  closure(children(realm), groups);

/** Returns a group and all groups that contain it, directly or indirectly. */
export const groupsContaining = (realm: Realm, group: GroupId): ReadonlySet<GroupId> =>
  closure(parents(realm), [group]);

/**
 * Returns the direct members of a group, in ascending order. Deactivated users stay members, but are left out unless
 * `inactive` is true (users-groups-org.md 1).
 */
export function directMembers(realm: Realm, group: GroupId, { inactive = false } = {}): UserId[] {
  const members = membersOf.all(realm.sql, { group }).map((row) => row.user_id);
  if (inactive) return members;
  const hidden = inactiveUsers(realm);
  return members.filter((user) => !hidden.has(user));
}

export const isDirectMember = (realm: Realm, group: GroupId, user: UserId): boolean =>
  membership.first(realm.sql, { group, user }) !== undefined;

export const directSubgroups = (realm: Realm, group: GroupId): readonly GroupId[] => children(realm).get(group) ?? [];

export const directSupergroups = (realm: Realm, group: GroupId): readonly GroupId[] => parents(realm).get(group) ?? [];

/** Returns the members of groups and of all their subgroups. A subgroup of several groups is only read once. */
export function membersWithin(realm: Realm, ...groups: readonly GroupId[]): Set<UserId> {
  const members = new Set<UserId>();
  for (const id of groupsWithin(realm, ...groups)) for (const user of directMembers(realm, id)) members.add(user);
  return members;
}

interface MemberLists {
  /** Deactivated users, who are left out of the lists. */
  readonly hidden: ReadonlySet<UserId>;
  readonly lists: Map<GroupId, string>;
}
const listsKey = cacheKey<MemberLists>("members as JSON");

/**
 * Returns the direct members of each group as JSON. The lists are cached, because each /register request needs them.
 */
export function memberLists(realm: Realm): (group: GroupId) => string {
  const hidden = inactiveUsers(realm);
  // `inactiveUsers` returns a new set after a user was deactivated or reactivated.
  if (realm.peek(listsKey)?.hidden !== hidden) realm.forget(listsKey);
  const { lists } = realm.cached(listsKey, () => {
    const rows = membersOfAll.all(realm.sql, { hidden: JSON.stringify([...hidden]) });
    const empty = allGroups.all(realm.sql, {}).map(({ id }) => [id, "[]"] as const);
    return { hidden, lists: new Map([...empty, ...rows.map((row) => [row.group_id, row.members] as const)]) };
  });
  return (group) => entryOf(lists, group, () => JSON.stringify(directMembers(realm, group)));
}

/** Call it after a group's members have changed. */
export function forgetMembers(realm: Realm, group: GroupId): void {
  realm.forget(ofUserKey);
  realm.peek(listsKey)?.lists.delete(group);
}
/** Call it after subgroups have changed. */
export function forgetSubgroups(realm: Realm): void {
  realm.forget(parentsKey);
  realm.forget(childrenKey);
  realm.forget(ofUserKey);
}

const parents = (realm: Realm) => realm.cached(parentsKey, () => graph(realm, "subgroup_id", "group_id"));
const children = (realm: Realm) => realm.cached(childrenKey, () => graph(realm, "group_id", "subgroup_id"));

function graph(realm: Realm, from: "group_id" | "subgroup_id", to: "group_id" | "subgroup_id"): Graph {
  const edges = new Map<GroupId, GroupId[]>();
  for (const row of allSubgroups.all(realm.sql, {})) entryOf(edges, row[from], () => []).push(row[to]);
  return edges;
}

function closure(edges: Graph, start: readonly GroupId[]): ReadonlySet<GroupId> {
  const reached = new Set(start);
  for (const group of reached) for (const next of edges.get(group) ?? []) reached.add(next);
  return reached;
}
