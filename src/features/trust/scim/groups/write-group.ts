import { groupMarkdown } from "../../../../markup/index.ts";
import type { GroupId, UserId } from "../../../../protocol/ids.ts";
import { type GroupPermissions, groupPermissionNames } from "../../../../protocol/permission-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { recordOf } from "../../../../util/records.ts";
import { listActiveOwners } from "../../../organization/accounts/accounts.ts";
import { groupUses } from "../../../organization/group-actions/group-uses.ts";
import { sendDirectNotice } from "../../../organization/system-messages/system-messages.ts";
import { accessGroup } from "../../../organization/user-groups/access.ts";
import { changeMemberships } from "../../../organization/user-groups/change-memberships.ts";
import {
  addSubgroups,
  changeGroup,
  createGroup,
  deactivateGroup,
  groupEntity,
  removeSubgroups,
} from "../../../organization/user-groups/changes.ts";
import {
  directMembers,
  directSubgroups,
  directSupergroups,
  groupsContaining,
  membersWithin,
} from "../../../organization/user-groups/membership.ts";
import {
  addMembers,
  type Group,
  removeMembers,
  systemGroupIds,
} from "../../../organization/user-groups/user-groups.ts";
import { audit } from "../../audit-log/audit.ts";
import type { DirectoryConnection } from "../connections/connections.ts";
import { invalidValue, notUnique } from "../protocol/errors.ts";
import { applyRules } from "./group-rules.ts";
import { type Members, membersNamedIn } from "./members.ts";
import { deleteGroupLink, groupLink, groupOfName, insertGroupLink, seenGroup, setGroupLink } from "./rows.ts";
import type { WantedGroup } from "./wanted-group.ts";

/** Notifies owners that the directory deleted a group that permissions still use. The group stays, without members. */
function tellOwnersOfEmptyGroup(realm: Realm, { name }: DirectoryConnection, group: Group): void {
  const content = `The directory ${name} deleted the group ${groupMarkdown(group)}. Permissions still use it, so it stays, without members.`;
  for (const { id } of listActiveOwners(realm)) sendDirectNotice(realm, { to: id, content });
}

/** Returns the permissions of a group that a directory manages: everyone can mention it, and no one can change it. */
function nobodyBut(realm: Realm): GroupPermissions {
  const { "role:nobody": nobody, "role:everyone": everyone } = systemGroupIds(realm);
  return recordOf(groupPermissionNames, (name) => (name === "can_mention_group" ? everyone : nobody));
}

/**
 * Creates a directory group. If there is a group with the same name, adopts it instead, provided that it is deactivated
 * or the connection may adopt groups.
 */
export function createDirectoryGroup(realm: Realm, connection: DirectoryConnection, wanted: WantedGroup): GroupId {
  const { displayName: name = "", externalId: external_id = null } = wanted;
  const known = adopted(realm, connection, name);
  const id = known ?? newGroup(realm, name);
  insertGroupLink.run(realm.sql, { group: id, connection: connection.id, external_id, at: realm.seconds() });
  audit(realm, "scim.group_linked", { of: groupEntity({ id, name }) });
  writeGroup(realm, connection, id, wanted);
  // `writeGroup` doesn't apply the rules to users who were in an adopted group before.
  if (known !== undefined) applyRules(realm, connection, [...membersWithin(realm, id)]);
  return id;
}

const newGroup = (realm: Realm, name: string): GroupId =>
  createGroup(realm, {
    ...{ name, description: "", creator: null, members: [], subgroups: [] },
    permissions: nobodyBut(realm),
  });

function adopted(realm: Realm, { rules }: DirectoryConnection, name: string): GroupId | undefined {
  const found = groupOfName(realm.sql, name);
  if (found === undefined) return undefined;
  const group = accessGroup(realm, found);
  const isLinked = groupLink.first(realm.sql, { group: group.id }) !== undefined;
  if (isLinked || group.is_system === 1 || (group.deactivated === 0 && !rules.may_adopt_groups)) throw nameTakenError();
  changeGroup(realm, group, { permissions: nobodyBut(realm), reactivated: group.deactivated === 1 });
  return group.id;
}

const nameTakenError = () => notUnique("A group has this displayName already.");

/** Applies a directory's changes to a group. If any fails, none is applied. */
export function writeGroup(realm: Realm, connection: DirectoryConnection, id: GroupId, wanted: WantedGroup): void {
  const group = accessGroup(realm, id);
  const { displayName: name, externalId } = wanted;
  const isRenamed = name !== undefined && name !== group.name;
  if (isRenamed) {
    const other = groupOfName(realm.sql, name);
    if (other !== undefined && other !== id) throw nameTakenError();
    changeGroup(realm, group, { name });
  }
  const before = {
    users: new Set(directMembers(realm, id, { inactive: true })),
    groups: new Set(directSubgroups(realm, id)),
  };
  const after = membersAfter(before, wanted);
  const affected = [...changeMembers(realm, group, before, after), ...(isRenamed ? membersWithin(realm, id) : [])];
  const link = seenGroup(realm.sql, connection.id, id);
  const external_id = externalId === undefined ? (link?.external_id ?? null) : externalId;
  if (isRenamed || affected.length > 0 || link?.external_id !== external_id)
    setGroupLink.run(realm.sql, { group: id, external_id, at: realm.seconds() });
  applyRules(realm, connection, [...new Set(affected)]);
}

interface Sets extends Members {
  readonly users: Set<UserId>;
  readonly groups: Set<GroupId>;
}

function membersAfter(before: Members, { members: changes }: WantedGroup): Sets {
  let sets: Sets = { users: new Set(before.users), groups: new Set(before.groups) };
  for (const change of changes) {
    if (change.kind === "remove") {
      const gone = membersNamedIn(change.named, sets);
      sets = { users: sets.users.difference(gone.users), groups: sets.groups.difference(gone.groups) };
    } else {
      const { users, groups } = change.members;
      const rest = change.kind === "set" ? { users: new Set<UserId>(), groups: new Set<GroupId>() } : sets;
      sets = { users: rest.users.union(users), groups: rest.groups.union(groups) };
    }
  }
  return sets;
}

function changeMembers(realm: Realm, group: Group, before: Members, after: Members): Set<UserId> {
  const { id } = group;
  const [joining, leaving] = [[...after.users.difference(before.users)], [...before.users.difference(after.users)]];
  const [inner, outer] = [[...after.groups.difference(before.groups)], [...before.groups.difference(after.groups)]];
  const around = groupsContaining(realm, id);
  if (inner.some((one) => around.has(one))) throw invalidValue("A group can't be within itself.");
  const affected = new Set([...joining, ...leaving, ...membersWithin(realm, ...inner, ...outer)]);
  if (affected.size + inner.length + outer.length === 0) return affected;
  changeMemberships(realm, { users: affected, group: id }, () => {
    removeMembers(realm, id, leaving);
    removeSubgroups(realm, id, outer);
    addSubgroups(realm, id, inner);
    addMembers(realm, id, joining);
  });
  const note = (
    action: "group.member_added" | "group.member_removed",
    users: readonly UserId[],
    groups: readonly GroupId[],
  ) => {
    if (users.length + groups.length === 0) return;
    const details = { count: users.length, ...(users.length > 0 && { users }), ...(groups.length > 0 && { groups }) };
    audit(realm, action, { of: groupEntity(group), details });
  };
  note("group.member_added", joining, inner);
  note("group.member_removed", leaving, outer);
  return affected;
}

/**
 * Empties and releases a group, and takes it out of the directory's other groups. If a permission uses the group, it
 * stays without members, and owners are notified.
 */
export function removeGroup(realm: Realm, connection: DirectoryConnection, id: GroupId): void {
  const outer = directSupergroups(realm, id).filter(
    (other) => seenGroup(realm.sql, connection.id, other) !== undefined,
  );
  for (const other of outer)
    writeGroup(realm, connection, other, { members: [{ kind: "remove", named: { value: id, type: "Group" } }] });
  writeGroup(realm, connection, id, { members: [{ kind: "set", members: { users: new Set(), groups: new Set() } }] });
  const group = accessGroup(realm, id);
  deleteGroupLink.run(realm.sql, { group: id });
  audit(realm, "scim.group_unlinked", { of: groupEntity(group) });
  if (groupUses(realm, group).length === 0) deactivateGroup(realm, group);
  else tellOwnersOfEmptyGroup(realm, connection, group);
}
