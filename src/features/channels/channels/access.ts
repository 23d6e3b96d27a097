import { isAdministrator, isGuest } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { toChannelId } from "../../../protocol/ids.ts";
import { type ChannelPermissionName, channelPermissions } from "../../../protocol/permission-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hasPermission } from "../../organization/groups/groups.ts";
import type { Viewer } from "../../organization/users/user-object.ts";
import type { User } from "../../organization/users/users.ts";
import { type Channel, channelIndex, everyChannel, isSubscribed, nameKey } from "./channels.ts";

const invalidChannelId = () => badRequest("Invalid channel ID");
const invalidChannelName = (name: string) => badRequest(`Invalid channel name '${name}'`);

export const hasChannelPermission = (realm: Realm, actor: Viewer, channel: Channel, name: ChannelPermissionName) =>
  hasPermission(realm, actor, channel.permissions[name], channelPermissions[name].rule);

/** What both kinds of access share (channels-topics.md 1): reading its messages needs no more than this. */
export function hasContentAccess(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  if (channel.is_web_public === 1) return true;
  if (actor === null) return false;
  if (channel.invite_only === 0 && !isGuest(actor)) return true;
  if (isSubscribed(realm, actor.user_id, channel.id)) return true;
  return (
    hasChannelPermission(realm, actor, channel, "can_add_subscribers_group") ||
    hasChannelPermission(realm, actor, channel, "can_subscribe_group")
  );
}

/** Refuses where an account reads private channels that the actor does not. */
export function checkPrivateChannelsReadable(realm: Realm, actor: Viewer, account: User): void {
  const viewer = { user_id: account.id, role: account.role };
  const closed = everyChannel(realm).filter((channel) => channel.invite_only === 1);
  const more = closed.find(
    (channel) => hasContentAccess(realm, viewer, channel) && !hasContentAccess(realm, actor, channel),
  );
  if (more === undefined) return;
  throw badRequest("This account reads private channels that you cannot read. Unsubscribe it first.");
}

/** Whether somebody may know that the channel exists, and how it is set. */
export function hasMetadataAccess(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  if (hasContentAccess(realm, actor, channel)) return true;
  if (actor === null || isGuest(actor)) return false;
  return isAdministrator(actor) || hasChannelPermission(realm, actor, channel, "can_administer_channel_group");
}

/** Whether all of the channel's history is open, and not only what one has received. */
export function hasWholeHistory(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  return channel.history_public_to_subscribers === 1 && hasContentAccess(realm, actor, channel);
}

/** Administrators of the organization, and of the channel. */
export function canAdminister(realm: Realm, actor: Viewer, channel: Channel): boolean {
  if (isAdministrator(actor)) return true;
  return hasChannelPermission(realm, actor, channel, "can_administer_channel_group");
}

type Access = "metadata" | "content";

const allows = (realm: Realm, actor: Viewer | null, channel: Channel, access: Access) =>
  access === "content" ? hasContentAccess(realm, actor, channel) : hasMetadataAccess(realm, actor, channel);

/** The channel of an id, if the actor may see it at all. */
export function accessChannel(realm: Realm, actor: Viewer | null, id: number, access: Access = "metadata"): Channel {
  const channel = channelIndex(realm).byId.get(toChannelId(id));
  if (channel === undefined || !allows(realm, actor, channel, access)) throw invalidChannelId();
  return channel;
}

export function accessChannelByName(
  realm: Realm,
  actor: Viewer | null,
  name: string,
  access: Access = "metadata",
): Channel {
  const channel = channelIndex(realm).byName.get(nameKey(name));
  if (channel === undefined || !allows(realm, actor, channel, access)) throw invalidChannelName(name);
  return channel;
}

/** Every channel that the actor may see, by id. */
export function accessibleChannels(realm: Realm, actor: Viewer | null, access: Access = "metadata"): Channel[] {
  return [...channelIndex(realm).byId.values()].filter((channel) => allows(realm, actor, channel, access));
}
