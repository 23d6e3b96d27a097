import { type Actor, isKeptFrom } from "../../../../protocol/actor.ts";
import { badRequest, insufficientScope, notForPeopleOutside } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { findDirectConversation, newestIn } from "../../../conversations/conversations.ts";
import { actorOf, type User } from "../../../organization/accounts/accounts.ts";
import { outsideAccessOf } from "../../../organization/accounts/outside-access.ts";
import { permits, realmPermissionValues } from "../../../organization/organization-settings/realm-settings.ts";
import { systemGroupIds } from "../../../organization/user-groups/user-groups.ts";

/** Throws if the sender can't send direct messages to these users (messages.md 2, check 5). */
export function checkMaySendDirect(realm: Realm, actor: Actor, recipients: readonly User[]): void {
  if (outsideAccessOf(realm, actor.user_id) !== undefined) throw notForPeopleOutside();
  if (actor.grant?.scopes.has("write:direct") === false) throw insufficientScope("write:direct");
  const kept = recipients.find(({ id }) => isKeptFrom(actor, [id]));
  if (kept !== undefined) throw badRequest(`Invalid user ID ${kept.id}`);
  const outside = actor.is_bot ? undefined : recipients.find(({ id }) => outsideAccessOf(realm, id) !== undefined);
  if (outside !== undefined) throw badRequest("People outside have no direct messages.");
  const gone = recipients.find((user) => user.is_active === 0);
  if (gone !== undefined) throw badRequest(`'${gone.email}' is no longer using this service.`);
  const others = recipients.filter((user) => user.id !== actor.user_id);
  const people = others.filter((user) => user.bot_type === null);
  if (actor.is_bot || people.length === 0) return;
  const participants = [actor, ...people.map(actorOf)];
  if (!participants.some((one) => permits(realm, one, "direct_message_permission_group"))) {
    const nobody = systemGroupIds(realm)["role:nobody"];
    throw badRequest(
      realmPermissionValues(realm).direct_message_permission_group === nobody
        ? "Direct messages are disabled in this organization."
        : "This conversation does not include any users who can authorize it.",
    );
  }
  const conversation = findDirectConversation(realm, [actor.user_id, ...others.map(({ id }) => id)]);
  const isNew = conversation === undefined || newestIn(realm, conversation) === 0;
  if (isNew && !permits(realm, actor, "direct_message_initiator_group")) {
    throw badRequest("You do not have permission to initiate direct message conversations.");
  }
}
