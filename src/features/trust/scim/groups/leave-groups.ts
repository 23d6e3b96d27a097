import { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessUser } from "../../../organization/accounts/access.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { accessGroup } from "../../../organization/user-groups/access.ts";
import { groupEntity } from "../../../organization/user-groups/changes.ts";
import { changeMemberships } from "../../../organization/user-groups/hooks.ts";
import { isDirectMember } from "../../../organization/user-groups/membership.ts";
import { removeMembers } from "../../../organization/user-groups/user-groups.ts";
import { audit } from "../../audit-log/audit.ts";
import { accessConnection, type DirectoryConnection } from "../connections/connections.ts";
import { applyRules } from "./group-rules.ts";
import { linkedGroups, otherConnectionsOf } from "./rows.ts";

export function leaveGroups(realm: Realm, { id: connection }: DirectoryConnection, { id: user }: User): void {
  for (const { group_id: group } of linkedGroups.all(realm.sql, { connection })) {
    if (!isDirectMember(realm, group, user)) continue;
    changeMemberships(realm, { users: [user], group }, () => removeMembers(realm, group, [user]));
    audit(realm, "group.member_removed", { of: groupEntity(accessGroup(realm, group)), details: { users: [user] } });
  }
}

/**
 * Removes a user adopted by a directory from other directories' groups, along with the roles these gave. An owner's
 * role stays, because the directory might not be allowed to change it.
 */
export function leaveOtherGroups(realm: Realm, { id: connection }: DirectoryConnection, user: User): void {
  for (const { connection_id } of otherConnectionsOf.all(realm.sql, { connection, user: user.id })) {
    const other = accessConnection(realm, connection_id);
    leaveGroups(realm, other, user);
    if (accessUser(realm, null, user.id).role !== Role.owner) applyRules(realm, other, [user.id]);
  }
}
