import type { Realm } from "../../../../realm/realm.ts";
import {
  accessGroup,
  changeMemberships,
  groupEntity,
  isDirectMember,
  removeMembers,
} from "../../../organization/groups/public.ts";
import type { User } from "../../../organization/users/public.ts";
import { audit } from "../../audit-log/public.ts";
import type { Connection } from "../connections/connections.ts";
import { linkedGroups } from "./rows.ts";

/** Takes somebody out of the groups of a directory that has deleted them. */
export function leaveGroups(realm: Realm, { id: connection }: Connection, { id: user }: User): void {
  for (const { group_id: group } of linkedGroups.all(realm.sql, { connection })) {
    if (!isDirectMember(realm, group, user)) continue;
    changeMemberships(realm, { users: [user], group }, () => removeMembers(realm, group, [user]));
    audit(realm, "group.member_removed", { of: groupEntity(accessGroup(realm, group)), details: { users: [user] } });
  }
}
