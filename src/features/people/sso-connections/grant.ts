import type { ClaimRules } from "../../../config/login-providers.ts";
import { type GroupId, toGroupId, type UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import type { Realm } from "../../../realm/realm.ts";
import { changeRole } from "../../organization/account-actions/roles.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { isGroupManaged } from "../../organization/group-actions/access.ts";
import { changeMemberships } from "../../organization/user-groups/change-memberships.ts";
import { groupEntity } from "../../organization/user-groups/changes.ts";
import { isDirectMember } from "../../organization/user-groups/membership.ts";
import { addMembers, everyGroup, type Group, removeMembers } from "../../organization/user-groups/user-groups.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import type { Granted } from "../sso-login/attempt.ts";

/** True if a login can add users to a group. System groups follow from roles, and directories manage some groups. */
export const isGrantable = (realm: Realm, group: Group): boolean =>
  group.is_system === 0 && group.deactivated === 0 && !isGroupManaged(realm, group);

/**
 * Sets an account's role and groups from its login, limited to those the current rules contain. Never makes anyone an
 * owner, and never changes an owner's role.
 */
export function applyGranted(realm: Realm, rules: ClaimRules, id: UserId, { role, groups }: Granted): void {
  const user = accessUser(realm, null, id);
  const isRuled = rules.role_rules.some((rule) => rule.role === role) || rules.role_otherwise === role;
  if (role !== undefined && isRuled && user.role !== Role.owner) changeRole(realm, user, Role[role]);
  if (groups !== undefined) placeInGroups(realm, rules, id, new Set(groups.map(toGroupId)));
}

function placeInGroups(realm: Realm, rules: ClaimRules, user: UserId, wanted: ReadonlySet<GroupId>): void {
  const named = new Set(rules.group_rules.map(({ group_id }) => toGroupId(group_id)));
  for (const group of everyGroup(realm)) {
    if (!named.has(group.id) || !isGrantable(realm, group)) continue;
    const joins = wanted.has(group.id);
    if (joins === isDirectMember(realm, group.id, user)) continue;
    changeMemberships(realm, { users: [user], group: group.id }, () =>
      (joins ? addMembers : removeMembers)(realm, group.id, [user]),
    );
    const details = { count: 1, users: [user] };
    audit(realm, joins ? "group.member_added" : "group.member_removed", { of: groupEntity(group), details });
  }
}
