import { isAdministrator, isAssistant, isGuest } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { toChannelId } from "../../../protocol/ids.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import { type ChannelPermissionName, channelPermissions } from "../../../protocol/permission-settings.ts";
import type { RealmSettingName } from "../../../protocol/realm-settings.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { outsideAccessOf } from "../../organization/accounts/outside-access.ts";
import type { Viewer } from "../../organization/accounts/user-object.ts";
import { hasPermission } from "../../organization/user-groups/user-groups.ts";
import { type Channel, channelIndex, everyChannel, isSubscribed } from "./channels.ts";

const invalidChannelId = () => badRequest("Invalid channel ID");
const invalidChannelName = (name: string) => badRequest(`Invalid channel name '${name}'`);

export const hasChannelPermission = (realm: Realm, actor: Viewer, channel: Channel, name: ChannelPermissionName) =>
  hasPermission(realm, actor, channel.permissions[name], channelPermissions[name].rule);

/**
 * Whether a channel is hidden from the viewer altogether: the viewer is an assistant it is closed to, or joined through
 * an outside link to another channel.
 */
export function isClosedTo(realm: Realm, actor: Viewer | null, { id, closed_to_assistants }: Channel): boolean {
  if (actor === null) return false;
  if (isAssistant(actor) && (closed_to_assistants === 1 || actor.grant?.excludedChannels.has(id) === true)) return true;
  const outside = outsideAccessOf(realm, actor.user_id);
  return outside !== undefined && outside.channel !== id;
}

/** Whether a viewer has content access to a channel (channels-topics.md 1), required to read its messages. */
export function hasContentAccess(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  if (isClosedTo(realm, actor, channel)) return false;
  if (channel.is_web_public === 1) return true;
  if (actor === null) return false;
  if (channel.invite_only === 0 && !isGuest(actor)) return true;
  if (isSubscribed(realm, actor.user_id, channel.id)) return true;
  return (
    hasChannelPermission(realm, actor, channel, "can_add_subscribers_group") ||
    hasChannelPermission(realm, actor, channel, "can_subscribe_group")
  );
}

/** Throws if an account can read private channels that the caller can't. */
export function checkPrivateChannelsReadable(realm: Realm, actor: Viewer, account: User): void {
  const viewer = { user_id: account.id, role: account.role };
  const privateChannels = everyChannel(realm).filter((channel) => channel.invite_only === 1);
  const more = privateChannels.find(
    (channel) => hasContentAccess(realm, viewer, channel) && !hasContentAccess(realm, actor, channel),
  );
  if (more === undefined) return;
  throw badRequest("This account reads private channels that you cannot read. Unsubscribe it first.");
}

/** Whether a viewer has metadata access to a channel, that is, can see its existence and settings. */
export function hasMetadataAccess(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  if (hasContentAccess(realm, actor, channel)) return true;
  if (actor === null || isGuest(actor) || isClosedTo(realm, actor, channel)) return false;
  return isAdministrator(actor) || hasChannelPermission(realm, actor, channel, "can_administer_channel_group");
}

/**
 * Whether a viewer can read all messages of a channel, not just those they received. Someone who joined through an
 * outside link can't, because their subscription begins at the link's first message.
 */
export function hasWholeHistory(realm: Realm, actor: Viewer | null, channel: Channel): boolean {
  if (outsideAccessOf(realm, actor?.user_id) !== undefined) return false;
  return channel.history_public_to_subscribers === 1 && hasContentAccess(realm, actor, channel);
}

/** Whether the caller is an administrator of the organization or of the channel. */
export function canAdminister(realm: Realm, actor: Viewer, channel: Channel): boolean {
  if (isAdministrator(actor)) return true;
  return hasChannelPermission(realm, actor, channel, "can_administer_channel_group");
}

type Access = "metadata" | "content";

const allows = (realm: Realm, actor: Viewer | null, channel: Channel, access: Access) =>
  access === "content" ? hasContentAccess(realm, actor, channel) : hasMetadataAccess(realm, actor, channel);

/** Returns a channel by id. Throws if the caller lacks the given access. */
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

/** Returns all channels the caller has the given access to, ordered by id. */
export function accessibleChannels(realm: Realm, actor: Viewer | null, access: Access = "metadata"): Channel[] {
  return [...channelIndex(realm).byId.values()].filter((channel) => allows(realm, actor, channel, access));
}

/**
 * Throws if a channel can't be the value of an organization setting: the caller can't see it, it is archived, or the
 * setting requires a private channel.
 */
export function checkRealmSetting(realm: Realm, actor: Viewer, name: RealmSettingName, value: unknown): void {
  if (!name.endsWith("_stream_id") && !name.endsWith("_channel_id")) return;
  if (typeof value !== "number" || value < 0) return;
  const channel = accessChannel(realm, actor, value);
  if (channel.is_archived === 1) throw badRequest("Channel is archived.");
  if (name === "moderation_request_channel_id" && channel.invite_only === 0) {
    throw badRequest("Moderation request channel must be private.");
  }
}
