import { groupMarkdown, userMarkdown } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import type { GroupPermissionName } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { audit } from "../../trust/audit-log/audit.ts";
import { accessUsers } from "../accounts/access.ts";
import { findUser } from "../accounts/accounts.ts";
import { sendDirectNotice } from "../system-messages/system-messages.ts";
import { checkMembers } from "../user-groups/access.ts";
import { changeMemberships } from "../user-groups/change-memberships.ts";
import { groupEntity } from "../user-groups/changes.ts";
import { isDirectMember } from "../user-groups/membership.ts";
import { addMembers, type Group, removeMembers } from "../user-groups/user-groups.ts";
import { hasGroupPermission } from "./access.ts";

interface MembershipNotice {
  readonly group: Group;
  readonly users: readonly UserId[];
  readonly verb: "added" | "removed";
}

/** Sends a direct message to users the actor added to or removed from a group, unless there are too many. */
function sendMembershipNotices(realm: Realm, actor: Actor, { group, users, verb }: MembershipNotice): void {
  if (users.length > lengthLimits.max_bulk_new_subscription_messages) return;
  const content = `${userMarkdown(actor)} ${verb === "added" ? "added you to" : "removed you from"} the group ${groupMarkdown(group)}.`;
  for (const id of users) {
    const user = findUser(realm, id);
    if (id === actor.user_id || user === undefined || user.bot_type !== null || user.is_active === 0) continue;
    sendDirectNotice(realm, { to: id, content });
  }
}

/** Adds users to a group. Joining and adding others need different permissions (users-groups-org.md 3, rule 2). */
export function addMembersByRequest(realm: Realm, actor: Actor, group: Group, ids: readonly number[]): void {
  checkMayChangeMembers(realm, actor, group, { ids, self: "can_join_group", others: "can_add_members_group" });
  const users = checkMembers(realm, ids);
  const already = users.find((user) => isDirectMember(realm, group.id, user));
  if (already !== undefined) throw badRequest(`User ${already} is already a member of this group`);
  changeMemberships(realm, { users, group: group.id }, () => addMembers(realm, group.id, users));
  audit(realm, "group.member_added", { of: groupEntity(group), details: { users } });
  sendMembershipNotices(realm, actor, { group, users, verb: "added" });
}

/** Removes users from a group. Leaving and removing others need different permissions. */
export function removeMembersByRequest(realm: Realm, actor: Actor, group: Group, ids: readonly number[]): void {
  checkMayChangeMembers(realm, actor, group, { ids, self: "can_leave_group", others: "can_remove_members_group" });
  const users = accessUsers(realm, actor, ids).map((user) => user.id);
  const missing = users.find((user) => !isDirectMember(realm, group.id, user));
  if (missing !== undefined) throw badRequest(`There is no member '${missing}' in this user group`);
  changeMemberships(realm, { users, group: group.id }, () => removeMembers(realm, group.id, users));
  audit(realm, "group.member_removed", { of: groupEntity(group), details: { users } });
  sendMembershipNotices(realm, actor, { group, users, verb: "removed" });
}

function checkMayChangeMembers(
  realm: Realm,
  actor: Actor,
  group: Group,
  { ids, self, others }: { ids: readonly number[]; self: GroupPermissionName; others: GroupPermissionName },
): void {
  const onlySelf = ids.every((id) => id === actor.user_id);
  const allowed = onlySelf
    ? hasGroupPermission(realm, actor, group, self, others)
    : hasGroupPermission(realm, actor, group, others);
  if (!allowed) throw insufficientPermission();
}
