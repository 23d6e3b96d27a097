import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hasChannelPermission, hasContentAccess } from "../../channels/channels/access.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { permits, realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { accessMessageToChange, type ChangeableMessage, messageInRealm } from "../core/store/access-to-change.ts";

/** Returns a message by id. Throws if the caller can't delete it (messages.md 8). */
export function accessMessageToDelete(realm: Realm, actor: Actor, id: number): ChangeableMessage {
  const message = accessMessageToChange(realm, actor, id);
  if (mayDeleteAny(realm, actor, message)) return message;
  if (!isOwn(realm, actor, message) || !mayDeleteOwn(realm, actor, message)) {
    throw badRequest("You don't have permission to delete this message");
  }
  const limit = realmSettings(realm).message_content_delete_limit_seconds;
  const { sent_at } = messageInRealm(realm, message.place);
  if (limit !== null && realm.seconds() - sent_at > limit) {
    throw badRequest("The time limit for deleting this message has passed");
  }
  return message;
}

function mayDeleteAny(realm: Realm, actor: Actor, { channel }: ChangeableMessage): boolean {
  if (permits(realm, actor, "can_delete_any_message_group")) return true;
  if (channel === undefined || !hasContentAccess(realm, actor, channel)) return false;
  return hasChannelPermission(realm, actor, channel, "can_delete_any_message_group");
}

function mayDeleteOwn(realm: Realm, actor: Actor, { channel }: ChangeableMessage): boolean {
  if (permits(realm, actor, "can_delete_own_message_group")) return true;
  return channel !== undefined && hasChannelPermission(realm, actor, channel, "can_delete_own_message_group");
}

function isOwn(realm: Realm, actor: Actor, { place: { sender_id } }: ChangeableMessage): boolean {
  return sender_id === actor.user_id || accessUser(realm, null, sender_id).bot_owner_id === actor.user_id;
}
