import { isAdministrator, isAssistant, isGuest } from "../../../protocol/actor.ts";
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

/** Whether an assistant asks from whom a channel is kept: to it, there is no such channel. */
export const isClosedTo = (actor: Viewer | null, { id, closed_to_assistants }: Channel): boolean =>
  actor !== null &&
  isAssistant(actor) &&
  (closed_to_assistants === 1 || actor.grant?.excludedChannels.has(id) === true);

/** Whether a viewer has content access to a channel (channels-topics.md 1), which reading its messages needs. */
export function hasContentAccess(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  if (isClosedTo(actor, channel)) return false;
  if (channel.is_web_public === 1) return true;
  if (actor === null) return false;
  if (channel.invite_only === 0 && !isGuest(actor)) return true;
  if (isSubscribed(realm, actor.user_id, channel.id)) return true;
  return (
    hasChannelPermission(realm, actor, channel, "can_add_subscribers_group") ||
    hasChannelPermission(realm, actor, channel, "can_subscribe_group")
  );
}

/** Refuses if an account can read private channels that the actor cannot read. */
export function checkPrivateChannelsReadable(realm: Realm, actor: Viewer, account: User): void {
  const viewer = { user_id: account.id, role: account.role };
  const privateChannels = everyChannel(realm).filter((channel) => channel.invite_only === 1);
  const more = privateChannels.find(
    (channel) => hasContentAccess(realm, viewer, channel) && !hasContentAccess(realm, actor, channel),
  );
  if (more === undefined) return;
  throw badRequest("This account reads private channels that you cannot read. Unsubscribe it first.");
}

/** Whether a viewer has metadata access to a channel: may see that it exists, and its settings. */
export function hasMetadataAccess(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  if (hasContentAccess(realm, actor, channel)) return true;
  if (actor === null || isGuest(actor) || isClosedTo(actor, channel)) return false;
  return isAdministrator(actor) || hasChannelPermission(realm, actor, channel, "can_administer_channel_group");
}

/** Whether a viewer may read all messages of a channel, and not only those that they received. */
export function hasWholeHistory(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  return channel.history_public_to_subscribers === 1 && hasContentAccess(realm, actor, channel);
}

/** Whether the actor is an administrator of the organization or of the channel. */
export function canAdminister(realm: Realm, actor: Viewer, channel: Channel): boolean {
  if (isAdministrator(actor)) return true;
  return hasChannelPermission(realm, actor, channel, "can_administer_channel_group");
}

type Access = "metadata" | "content";

const allows = (realm: Realm, actor: Viewer | null, channel: Channel, access: Access) =>
  access === "content" ? hasContentAccess(realm, actor, channel) : hasMetadataAccess(realm, actor, channel);

/** A channel by its id, if the actor has that access to it. */
export function accessChannel(realm: Realm, actor: Viewer | null, id: number, access: Access = "metadata"): Channel {
  const channel = channelIndex(realm).byId.get(toChannelId(id));
  if (channel === undefined || !allows(realm, actor, channel, access)) throw invalidChannelId();
  return channel;
}

/** A channel by its name, if the actor has that access to it. */
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

/** All channels that the actor has that access to, in the order of their ids. */
export function accessibleChannels(realm: Realm, actor: Viewer | null, access: Access = "metadata"): Channel[] {
  return [...channelIndex(realm).byId.values()].filter((channel) => allows(realm, actor, channel, access));
}
