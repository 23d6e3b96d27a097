import type { Actor } from "../../../../protocol/actor.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { lengthLimits } from "../../../../protocol/limits.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { sendDirectNotice } from "../../notices/notices.ts";
import { findUser } from "../../users/users.ts";
import type { Group } from "../groups.ts";

interface MembershipNotice {
  readonly group: Group;
  readonly users: readonly UserId[];
  readonly verb: "added" | "removed";
}

/** Sends a direct message to users whom the actor has added to a group or removed from it, if they are not too many. */
export function sendMembershipNotices(realm: Realm, actor: Actor, { group, users, verb }: MembershipNotice): void {
  if (users.length > lengthLimits.max_bulk_new_subscription_messages) return;
  const mention = `@_**${actor.full_name}|${actor.user_id}**`;
  const content = `${mention} ${verb === "added" ? "added you to" : "removed you from"} the group @_*${group.name}*.`;
  for (const id of users) {
    const user = findUser(realm, id);
    if (id === actor.user_id || user === undefined || user.bot_type !== null || user.is_active === 0) continue;
    sendDirectNotice(realm, { to: id, content });
  }
}
