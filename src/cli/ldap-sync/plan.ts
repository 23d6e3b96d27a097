import type { Directory, Group, Person } from "./read-directory.ts";
import type { Resource } from "./scim-client.ts";
import { differences, loginNames } from "./user-fields.ts";

export type UserChange =
  | { readonly kind: "add"; readonly person: Person }
  | {
      readonly kind: "change" | "activate" | "deactivate" | "link";
      readonly id: string;
      readonly person: Person;
      readonly fields: readonly string[];
    }
  /** For a person who is no longer in the directory. */
  | { readonly kind: "gone"; readonly id: string; readonly userName: string };

export type GroupChange =
  | { readonly kind: "remove"; readonly id: string; readonly name: string }
  | { readonly kind: "rename"; readonly id: string; readonly name: string; readonly group: Group }
  /** `id` is undefined for a group that has to be created first. */
  | {
      readonly kind: "members";
      readonly id: string | undefined;
      readonly group: Group;
      readonly add: readonly Member[];
      /** Members in the server's representation. */
      readonly remove: readonly Resource[];
      readonly empties: boolean;
    };

export interface Member {
  readonly type: "User" | "Group";
  readonly externalId: string;
}

export interface Plan {
  readonly users: readonly UserChange[];
  readonly groups: readonly GroupChange[];
  readonly userIds: Map<string, string>;
  readonly groupIds: Map<string, string>;
  readonly active: number;
  readonly groupsBefore: number;
  readonly hasLinks: boolean;
}

/** The server's users, and its groups if they are synchronized. */
interface ServerState {
  readonly users: readonly Resource[];
  readonly groups: readonly Resource[];
}

/** Determines the changes that bring the server in line with the directory. */
export function planChanges(directory: Directory, told: ServerState): Plan {
  const linked = told.users.filter((user) => user["externalId"] !== undefined);
  const { changes, userIds } = planUsers(directory, told.users);
  const added = changes.flatMap((change) => (change.kind === "add" ? change.person.externalId : []));
  const coming = new Set(added);
  const isThere = (person: string) => userIds.has(person) || coming.has(person);
  const groups = directory.groups?.map((group) => ({ ...group, people: group.people.filter(isThere) }));
  return {
    users: changes,
    userIds,
    ...planGroups(groups, told.groups, userIds),
    active: linked.filter((user) => user["active"] === true).length,
    groupsBefore: told.groups.length,
    hasLinks: linked.length > 0,
  };
}

export const countOfEnds = ({ users }: Plan): number =>
  users.filter(({ kind }) => kind === "gone" || kind === "deactivate").length;

/** Counts the groups that are removed or lose all members. */
export const countOfGroupEnds = ({ groups }: Plan): number =>
  groups.filter((change) => change.kind === "remove" || (change.kind === "members" && change.empties)).length;

const idOf = (resource: Resource): string => String(resource["id"]);
const externalIdOf = (resource: Resource): string | undefined => resource["externalId"] as string | undefined;

function planUsers({ people, incomplete }: Directory, users: readonly Resource[]) {
  const byExternalId = new Map(users.map((user) => [externalIdOf(user), user]));
  const present = new Set([...people.map(({ externalId }) => externalId), ...incomplete]);
  // An account without an id, or with the id of a deleted entry, can belong to another entry: one that was recreated,
  // or is linked for the first time.
  const free = users.filter((user) => !present.has(externalIdOf(user) ?? ""));
  const byName = new Map(free.flatMap((user) => loginNames(user).map((name) => [name, user])));
  const [changes, matched]: [UserChange[], Set<string>] = [[], new Set()];
  const userIds = new Map(
    users.flatMap((user) => {
      const externalId = externalIdOf(user);
      return externalId !== undefined && incomplete.has(externalId) ? [[externalId, idOf(user)] as const] : [];
    }),
  );
  for (const person of people) {
    const { externalId, userName, email, active } = person;
    const named = byName.get(userName.toLowerCase()) ?? byName.get(email.toLowerCase());
    const user = byExternalId.get(externalId) ?? (named && !matched.has(idOf(named)) ? named : undefined);
    if (user === undefined) {
      if (active) changes.push({ kind: "add", person });
      continue;
    }
    const id = idOf(user);
    matched.add(id);
    userIds.set(externalId, id);
    const fields = differences(person, user);
    if (fields.length === 0) continue;
    const isNew = fields.includes("active");
    const kind = isNew ? (active ? "activate" : "deactivate") : fields.includes("externalId") ? "link" : "change";
    changes.push({ kind, id, person, fields });
  }
  for (const user of free) {
    if (externalIdOf(user) === undefined || user["active"] !== true || matched.has(idOf(user))) continue;
    changes.push({ kind: "gone", id: idOf(user), userName: String(user["userName"]) });
  }
  return { changes, userIds };
}

function planGroups(
  groups: readonly Group[] | undefined,
  told: readonly Resource[],
  userIds: ReadonlyMap<string, string>,
): { groups: GroupChange[]; groupIds: Map<string, string> } {
  const groupIds = new Map<string, string>();
  if (groups === undefined) return { groups: [], groupIds };
  const byExternalId = new Map(told.map((group) => [externalIdOf(group), group]));
  const present = new Set(groups.map(({ externalId }) => externalId));
  const free = told.filter((group) => !present.has(externalIdOf(group) ?? ""));
  const byName = new Map(free.map((group) => [groupName(group).toLowerCase(), group]));
  const [known, taken] = [new Map<string, Resource>(), new Set<string>()];
  for (const { externalId, name } of groups) {
    const found = byExternalId.get(externalId) ?? byName.get(name.toLowerCase());
    if (found === undefined || taken.has(idOf(found))) continue;
    known.set(externalId, found);
    taken.add(idOf(found));
    groupIds.set(externalId, idOf(found));
  }
  const changes: GroupChange[] = told
    .filter((group) => !taken.has(idOf(group)))
    .map((group) => ({ kind: "remove", id: idOf(group), name: groupName(group) }));
  for (const group of groups) {
    const is = known.get(group.externalId);
    if (is !== undefined && (groupName(is) !== group.name || externalIdOf(is) !== group.externalId))
      changes.push({ kind: "rename", id: idOf(is), name: groupName(is), group });
  }
  for (const group of groups) {
    const is = known.get(group.externalId);
    const change = memberChange(group, is, { userIds, groupIds });
    if (is === undefined || change.add.length + change.remove.length > 0)
      changes.push({ kind: "members", id: is && idOf(is), group, ...change });
  }
  return { groups: changes, groupIds };
}

const groupName = (group: Resource): string => String(group["displayName"]);

function memberChange(
  { people, groups }: Group,
  is: Resource | undefined,
  { userIds, groupIds }: Record<"userIds" | "groupIds", ReadonlyMap<string, string>>,
) {
  const members = (is?.["members"] ?? []) as readonly Resource[];
  const present = new Set(members.map(({ type, value }) => `${type} ${value}`));
  const wanted: Member[] = [
    ...people.map((externalId) => ({ type: "User", externalId }) as const),
    ...groups.map((externalId) => ({ type: "Group", externalId }) as const),
  ];
  const keyOf = ({ type, externalId }: Member) =>
    `${type} ${(type === "User" ? userIds : groupIds).get(externalId) ?? "new"}`;
  const keys = new Set(wanted.map(keyOf));
  return {
    add: wanted.filter((member) => !present.has(keyOf(member))),
    remove: members.filter(({ type, value }) => !keys.has(`${type} ${value}`)),
    empties: members.length > 0 && wanted.length === 0,
  };
}

const WIDTH = 12;
const line = (what: string, whom: string, more: string) => `${what.padEnd(WIDTH)}  ${whom}${more}`;

export function describeUser(change: UserChange): string {
  if (change.kind === "gone") return line("deactivate", change.userName, " (not in the directory)");
  const { userName, name } = change.person;
  if (change.kind === "add") return line("add", userName, name === undefined ? "" : ` (${name})`);
  const others = change.fields.filter((field) => field !== "active" && field !== "externalId");
  return line(change.kind, userName, others.length > 0 ? `: ${others.join(", ")}` : "");
}

export function describeGroup(change: GroupChange): string {
  switch (change.kind) {
    case "remove":
      return line("remove group", change.name, "");
    case "rename":
      return line("rename group", change.name, ` to ${change.group.name}`);
    case "members": {
      const { id, group, add, remove } = change;
      const counts = [`${add.length} in`, ...(remove.length > 0 ? [`${remove.length} out`] : [])].join(", ");
      return line(id === undefined ? "add group" : "change group", group.name, `: ${counts}`);
    }
    default:
      return change satisfies never;
  }
}

const SUMMED = [
  ["add", ["add"]],
  ["change", ["change", "link"]],
  ["reactivate", ["activate"]],
  ["deactivate", ["deactivate", "gone"]],
] as const;

export function describePlan({ users, groups }: Plan): string {
  const counts = SUMMED.flatMap(([verb, kinds]) => {
    const count = users.filter(({ kind }) => kinds.some((one) => one === kind)).length;
    return count === 0 ? [] : [`${verb} ${count}`];
  });
  const people = counts.length > 0 ? [`${counts.join(", ")} of the people`] : [];
  const parts = [...people, ...(groups.length > 0 ? [`${groups.length} changes of groups`] : [])];
  return parts.length === 0 ? "nothing to change" : parts.join("; ");
}
