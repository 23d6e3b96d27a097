import { Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import {
  accessGroup,
  changeMemberships,
  groupEntity,
  isDirectMember,
  removeMembers,
} from "../../../organization/groups/public.ts";
import { accessUser, type User } from "../../../organization/users/public.ts";
import { audit } from "../../audit-log/public.ts";
import { accessConnection, type Connection } from "../connections/connections.ts";
import { applyRules } from "./group-rules.ts";
import { linkedGroups, otherConnectionsOf } from "./rows.ts";

/** Takes somebody out of the groups of a directory. */
export function leaveGroups(realm: Realm, { id: connection }: Connection, { id: user }: User): void {
  for (const { group_id: group } of linkedGroups.all(realm.sql, { connection })) {
    if (!isDirectMember(realm, group, user)) continue;
    changeMemberships(realm, { users: [user], group }, () => removeMembers(realm, group, [user]));
    audit(realm, "group.member_removed", { of: groupEntity(accessGroup(realm, group)), details: { users: [user] } });
  }
}

/**
 * Takes somebody whom a directory is about to manage out of the groups of others, with the roles that these gave. An owner's role stays:
 * the directory itself might not be allowed to change it.
 */
export function leaveOtherGroups(realm: Realm, { id: connection }: Connection, user: User): void {
  for (const { connection_id } of otherConnectionsOf.all(realm.sql, { connection, user: user.id })) {
    const other = accessConnection(realm, connection_id);
    leaveGroups(realm, other, user);
    if (accessUser(realm, null, user.id).role !== Role.owner) applyRules(realm, other, [user.id]);
  }
}
