import type { Actor } from "../../../protocol/actor.ts";
import { isAdministrator } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { permits } from "../../organization/organization-settings/realm-settings.ts";
import { canAdminister, hasChannelPermission, hasContentAccess, hasMetadataAccess } from "../channels/access.ts";
import type { Channel } from "../channels/channels.ts";

export const unableToAccess = (channel: { name: string }) => badRequest(`Unable to access channel (${channel.name}).`);

/** Whether the caller can subscribe users other than their own bots (channels-topics.md 4). */
export function canAddOthers(realm: Realm, actor: Actor, channel: Channel): boolean {
  if (!hasContentAccess(realm, actor, channel)) return false;
  return (
    permits(realm, actor, "can_add_subscribers_group") ||
    hasChannelPermission(realm, actor, channel, "can_add_subscribers_group") ||
    canAdminister(realm, actor, channel)
  );
}

/** Whether the caller can unsubscribe users other than their own bots (seed 4.4). */
export function canRemoveOthers(realm: Realm, actor: Actor, channel: Channel): boolean {
  if (isAdministrator(actor)) return true;
  if (!hasMetadataAccess(realm, actor, channel)) return false;
  return (
    hasChannelPermission(realm, actor, channel, "can_remove_subscribers_group") || canAdminister(realm, actor, channel)
  );
}
