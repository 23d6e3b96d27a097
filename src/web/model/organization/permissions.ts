import type { GroupSettingValue } from "../../../protocol/group-setting-value.ts";
import type {
  ChannelPermissionName,
  GroupPermissionName,
  RealmPermissionName,
} from "../../../protocol/permission-settings.ts";
import { subscriptionTo } from "../channels/channels.ts";
import type { UserId } from "../ids.ts";
import { groupsOf } from "../people/groups.ts";
import { userById } from "../people/users.ts";
import type { Channel, Group, PermissionRule, State } from "../state.ts";

/** Whether a group-setting value names a user, directly or by a group. */
function isAmong(state: State, value: GroupSettingValue, user: UserId): boolean {
  const groups = groupsOf(state, user);
  if (typeof value === "number") return groups.has(value);
  return value.direct_members.includes(user) || value.direct_subgroups.some((id) => groups.has(id));
}

/** Whether a value gives a user a permission. Guests have only permissions that can be given to everyone. */
function permits(state: State, value: GroupSettingValue, rule: PermissionRule | undefined, user: UserId): boolean {
  const isGuest = userById(state, user)?.role === 600;
  if (isGuest && rule?.allow_everyone_group !== true) return false;
  return isAmong(state, value, user);
}

/** Whether an account, by default the user's own, has a permission in the organization. */
export function hasPermission(state: State, name: RealmPermissionName, user: UserId = state.user_id): boolean {
  return permits(state, state[`realm_${name}`], state.server_supported_permission_settings.realm[name], user);
}

export const canInvite = (state: State): boolean =>
  hasPermission(state, "can_invite_users_group") || hasPermission(state, "create_multiuse_invite_group");

/** Whether the user can create bots, if only bots that can do nothing but send messages. */
export const canMakeBots = (state: State): boolean =>
  hasPermission(state, "can_create_bots_group") || hasPermission(state, "can_create_write_only_bots_group");

/** Whether a channel gives the user a permission. The organization can give the same permission for all channels. */
export const hasChannelPermission = (state: State, channel: Channel, name: ChannelPermissionName): boolean =>
  permits(state, channel[name], state.server_supported_permission_settings.stream[name], state.user_id);

const hasGroupPermission = (state: State, group: Group, name: GroupPermissionName): boolean =>
  permits(state, group[name], state.server_supported_permission_settings.group[name], state.user_id);

/** Whether the user can change a group, member of it or not. */
export const canManageGroup = (state: State, group: Group): boolean =>
  !group.is_system_group &&
  (hasPermission(state, "can_manage_all_groups") || hasGroupPermission(state, group, "can_manage_group"));

export const canAddMembers = (state: State, group: Group): boolean =>
  canManageGroup(state, group) || (!group.is_system_group && hasGroupPermission(state, group, "can_add_members_group"));

export const canRemoveMembers = (state: State, group: Group): boolean =>
  canManageGroup(state, group) ||
  (!group.is_system_group && hasGroupPermission(state, group, "can_remove_members_group"));

export const canJoinGroup = (state: State, group: Group): boolean =>
  canAddMembers(state, group) || (!group.is_system_group && hasGroupPermission(state, group, "can_join_group"));

export const canLeaveGroup = (state: State, group: Group): boolean =>
  canRemoveMembers(state, group) || (!group.is_system_group && hasGroupPermission(state, group, "can_leave_group"));

export const canMentionGroup = (state: State, group: Group): boolean =>
  !group.is_system_group && !group.deactivated && hasGroupPermission(state, group, "can_mention_group");

/** The number of direct conversations that the server lists, the latest ones. */
const MOST_DIRECTS = 1000;

/** Whether a direct conversation has messages, or can have ones older than the list. `users` are the others, ascending. */
function isBegun({ recent_private_conversations: known }: State, users: readonly UserId[]): boolean {
  const key = users.join();
  return known.length >= MOST_DIRECTS || known.some(({ user_ids }) => user_ids.join() === key);
}

/** The reason why the user cannot write to people: no one of them all has the permission, or the user cannot begin. */
export function directLock(state: State, users: readonly UserId[]): "take-part" | "begin" | undefined {
  const others = users.filter((id) => id !== state.user_id).sort((one, other) => one - other);
  const people = others.filter((id) => userById(state, id)?.is_bot !== true);
  if (people.length === 0) return undefined;
  if (![state.user_id, ...people].some((id) => hasPermission(state, "direct_message_permission_group", id)))
    return "take-part";
  return hasPermission(state, "direct_message_initiator_group") || isBegun(state, others) ? undefined : "begin";
}

/** Whether the user can read the messages of a channel. Administrators also see private channels that they cannot read. */
export function canRead(state: State, channel: Channel): boolean {
  if (channel.is_web_public || subscriptionTo(state, channel.stream_id) !== undefined) return true;
  if (!channel.invite_only) return !state.is_guest;
  return (
    hasChannelPermission(state, channel, "can_add_subscribers_group") ||
    hasChannelPermission(state, channel, "can_subscribe_group")
  );
}

export function canPost(state: State, channel: Channel): boolean {
  if (channel.is_archived || !hasChannelPermission(state, channel, "can_send_message_group")) return false;
  if (subscriptionTo(state, channel.stream_id) !== undefined) return true;
  return canRead(state, channel) && (!channel.invite_only || channel.history_public_to_subscribers);
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

/** Whether the user can change the settings of a channel. */
export const canAdminister = (state: State, channel: Channel): boolean =>
  state.is_admin || hasChannelPermission(state, channel, "can_administer_channel_group");

/** Whether the user can subscribe to a channel without anyone's help. */
export function canSubscribe(state: State, channel: Channel): boolean {
  if (channel.is_archived) return false;
  if (channel.is_web_public) return true;
  return !state.is_guest && canRead(state, channel);
}

export function canAddSubscribers(state: State, channel: Channel): boolean {
  if (channel.is_archived || !canRead(state, channel)) return false;
  if (hasPermission(state, "can_add_subscribers_group")) return true;
  return hasChannelPermission(state, channel, "can_add_subscribers_group") || canAdminister(state, channel);
}

/** Whether the user can create public or private channels. */
export const canCreateChannels = (state: State): boolean =>
  hasPermission(state, "can_create_public_channel_group") || hasPermission(state, "can_create_private_channel_group");
