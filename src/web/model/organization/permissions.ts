import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import type { ChannelPermissionName, RealmPermissionName } from "../../../protocol/permission-settings.ts";
import { subscriptionTo } from "../channels/channels.ts";
import type { UserId } from "../ids.ts";
import { groupsOf } from "../people/groups.ts";
import { userById } from "../people/users.ts";
import type { Channel, PermissionRule, State } from "../state.ts";

/** Whether a group-setting value names a user, directly or by a group. */
function isAmong(state: State, value: GroupSettingValue, user: UserId): boolean {
  const groups = groupsOf(state, user);
  if (typeof value === "number") return groups.has(value);
  return value.direct_members.includes(user) || value.direct_subgroups.some((id) => groups.has(id));
}

/** Whether a value gives a user a permission. Guests have only permissions that can be given to everyone. */
export function permits(
  state: State,
  value: GroupSettingValue,
  rule: PermissionRule | undefined,
  user: UserId,
): boolean {
  const isGuest = userById(state, user)?.role === 600;
  if (isGuest && rule?.allow_everyone_group !== true) return false;
  return isAmong(state, value, user);
}

/** Whether an account, by default the user's own, has a permission in the organization. */
export function hasPermission(state: State, name: RealmPermissionName, user: UserId = state.user_id): boolean {
  return permits(state, state[`realm_${name}`], realmRules(state)[name], user);
}

/** The rules for the organization's permissions: of those that all clients know, and of this server's own. */
export const realmRules = (state: State): Readonly<Partial<Record<RealmPermissionName, PermissionRule>>> => ({
  ...state.server_supported_permission_settings.realm,
  ...state.svc_supported_permission_settings?.realm,
});

export const canInvite = (state: State): boolean =>
  hasPermission(state, "can_invite_users_group") || hasPermission(state, "create_multiuse_invite_group");

/** Whether the user can create bots, if only bots that can do nothing but send messages. */
export const canMakeBots = (state: State): boolean =>
  hasPermission(state, "can_create_bots_group") || hasPermission(state, "can_create_write_only_bots_group");

/** Whether a channel gives the user a permission. The organization can give the same permission for all channels. */
export const hasChannelPermission = (state: State, channel: Channel, name: ChannelPermissionName): boolean =>
  permits(state, channel[name], state.server_supported_permission_settings.stream[name], state.user_id);

/** Whether the user can read the messages of a channel. Administrators also see private channels that they cannot read. */
export function canRead(state: State, channel: Channel): boolean {
  if (channel.is_web_public || subscriptionTo(state, channel.stream_id) !== undefined) return true;
  if (!channel.invite_only) return !state.is_guest;
  return (
    hasChannelPermission(state, channel, "can_add_subscribers_group") ||
    hasChannelPermission(state, channel, "can_subscribe_group")
  );
}

/** The rule for the names of topics in a channel. */
export function topicsPolicy(state: State, channel: Channel): Exclude<Channel["topics_policy"], "inherit"> {
  return channel.topics_policy === "inherit" ? state.realm_topics_policy : channel.topics_policy;
}

export function canResolve(state: State, channel: Channel): boolean {
  if (channel.is_archived || !canRead(state, channel)) return false;
  return (
    hasPermission(state, "can_resolve_topics_group") || hasChannelPermission(state, channel, "can_resolve_topics_group")
  );
}

/** Whether the user can create public or private channels. */
export const canCreateChannels = (state: State): boolean =>
  hasPermission(state, "can_create_public_channel_group") || hasPermission(state, "can_create_private_channel_group");
