import { type GroupId, toChannelId, type UserId } from "../../../../protocol/ids.ts";
import { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { channelIndex } from "../../../channels/channels/channels.ts";
import { subscribeUsers } from "../../../channels/subscriptions/subscribe.ts";
import { noteOthers } from "../../../channels/subscriptions/subscription-request.ts";
import { changeRole } from "../../../organization/account-actions/roles.ts";
import { activeAccountCounts, findUser, type User } from "../../../organization/accounts/accounts.ts";
import { accessGroup } from "../../../organization/user-groups/access.ts";
import { changeMemberships } from "../../../organization/user-groups/change-memberships.ts";
import { groupEntity } from "../../../organization/user-groups/changes.ts";
import { groupsOf, isDirectMember, membersWithin } from "../../../organization/user-groups/membership.ts";
import { removeMembers } from "../../../organization/user-groups/user-groups.ts";
import { audit } from "../../audit-log/audit.ts";
import { accessConnection, type DirectoryConnection } from "../connections/connections.ts";
import { maySubscribeTo, type Rules } from "../connections/rules.ts";
import { usersAmong } from "../user-resources/rows.ts";
import { saidRole } from "../user-resources/wanted-user.ts";
import { deleteGroupLinksOf, linkedGroups, otherConnectionsOf, ownGroupsByName } from "./rows.ts";

/** Releases a disconnected directory's groups, so that users can change them again. */
export const releaseGroups = (realm: Realm, { id }: DirectoryConnection): void =>
  deleteGroupLinksOf.run(realm.sql, { connection: id });

/**
 * Applies a connection's rules to users whose groups have changed: roles, and initial channels. Users become members if
 * nothing assigns them a role anymore, and theirs is one that the rules assign or that a rule in `before` gave them.
 */
export function applyRules(
  realm: Realm,
  connection: DirectoryConnection,
  affected: readonly UserId[],
  before: Rules = connection.rules,
): void {
  const { group_roles, group_channels } = connection.rules;
  if (affected.length === 0 || group_roles.length + group_channels.length + before.group_roles.length === 0) return;
  // Other directories manage the roles and channels of their own users.
  const users = usersAmong(realm, connection.id, affected);
  const groupNamed = ownGroupsByName(realm.sql, connection.id);
  if (group_roles.length + before.group_roles.length > 0) {
    const [roles, former] = [rolesOf(connection.rules, groupNamed), rolesOf(before, groupNamed)];
    for (const user of users) applyRoles(realm, connection, user, { roles, former });
  }
  for (const { group, channels: all, by } of group_channels) {
    const id = groupNamed(group);
    const channels = all.filter((channel) => maySubscribeTo(realm, by, channel));
    if (id !== undefined) subscribeMembers(realm, id, { channels, users });
  }
}

/** Applies a connection's rules to all members of the groups in them. `before` contains the replaced rules. */
export function applyRulesToAll(realm: Realm, connection: DirectoryConnection, before: Rules): void {
  const { group_roles, group_channels } = connection.rules;
  const rules = [...group_roles, ...group_channels, ...before.group_roles];
  const groupNamed = ownGroupsByName(realm.sql, connection.id);
  const groups = rules.flatMap(({ group }) => groupNamed(group) ?? []);
  applyRules(realm, connection, [...membersWithin(realm, ...groups)], before);
}

interface RoleOfGroup {
  readonly id: GroupId;
  readonly role: Role;
}

const rolesOf = ({ group_roles }: Rules, groupNamed: ReturnType<typeof ownGroupsByName>): RoleOfGroup[] =>
  group_roles.flatMap(({ group, role }) => {
    const id = groupNamed(group);
    return id === undefined ? [] : [{ id, role: Role[role] }];
  });

/** Returns the highest role that a user's groups or the directory itself assign. Undefined if none is assigned. */
function highestRole(realm: Realm, user: UserId, roles: readonly RoleOfGroup[]): Role | undefined {
  const groups = groupsOf(realm, user);
  const said = saidRole(realm, user);
  const assigned = [
    ...roles.filter(({ id }) => groups.has(id)).map(({ role }) => role),
    ...(said === undefined ? [] : [said]),
  ];
  return assigned.sort((a, b) => a - b)[0];
}

/** Returns the role that a directory assigns to a user, directly or through groups. Undefined if there is none. */
export const assignedRole = (realm: Realm, { id, rules }: DirectoryConnection, user: UserId): Role | undefined =>
  highestRole(realm, user, rolesOf(rules, ownGroupsByName(realm.sql, id)));

/** Sets a user's role to the highest one that their groups or the directory itself assign. */
function applyRoles(
  realm: Realm,
  connection: DirectoryConnection,
  id: UserId,
  { roles, former }: { readonly roles: readonly RoleOfGroup[]; readonly former: readonly RoleOfGroup[] },
): void {
  const user = findUser(realm, id);
  if (user === undefined || (user.role === Role.owner && !mayChangeOwner(realm, connection, user))) return;
  const groups = groupsOf(realm, id);
  // If no rule assigns the user's current role, it was assigned within the organization.
  const isOfRule =
    connection.rules.group_roles.some(({ role }) => Role[role] === user.role) ||
    former.some((rule) => rule.role === user.role && groups.has(rule.id));
  const role = highestRole(realm, id, roles) ?? (isOfRule ? Role.member : user.role);
  if (role === Role.owner && !connection.rules.may_set_owner) return;
  changeRole(realm, user, role);
}

const mayChangeOwner = (realm: Realm, { rules }: DirectoryConnection, user: User): boolean =>
  rules.may_set_owner && (user.is_active === 0 || activeAccountCounts(realm).owners > 1);

function subscribeMembers(
  realm: Realm,
  group: GroupId,
  { channels: ids, users }: { readonly channels: readonly number[]; readonly users: readonly UserId[] },
): void {
  const members = users.filter((user) => findUser(realm, user)?.is_active === 1 && groupsOf(realm, user).has(group));
  const { byId } = channelIndex(realm);
  const channels = ids.flatMap((id) => byId.get(toChannelId(id)) ?? []).filter(({ is_archived }) => !is_archived);
  if (members.length === 0) return;
  noteOthers(
    realm,
    null,
    "channel.subscribed_by_other",
    subscribeUsers(realm, { channels, users: members }).subscribed,
  );
}

export function leaveGroups(realm: Realm, { id: connection }: DirectoryConnection, { id: user }: User): void {
  for (const { group_id: group } of linkedGroups.all(realm.sql, { connection })) {
    if (!isDirectMember(realm, group, user)) continue;
    changeMemberships(realm, { users: [user], group }, () => removeMembers(realm, group, [user]));
    audit(realm, "group.member_removed", { of: groupEntity(accessGroup(realm, group)), details: { users: [user] } });
  }
}

/**
 * Removes a user whom a directory adopts from other directories' groups. Returns true if these groups assigned the
 * user's role, which then ends. An owner's role stays, because the directory might not be allowed to change it.
 */
export function leaveOtherGroups(realm: Realm, { id: connection }: DirectoryConnection, user: User): boolean {
  const others = otherConnectionsOf
    .all(realm.sql, { connection, user: user.id })
    .map(({ connection_id }) => accessConnection(realm, connection_id));
  for (const other of others) leaveGroups(realm, other, user);
  const gives = ({ rules }: DirectoryConnection) => rules.group_roles.some(({ role }) => Role[role] === user.role);
  return user.role !== Role.owner && others.some(gives);
}
