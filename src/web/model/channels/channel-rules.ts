import type { ChannelPermissionName, PermissionRule } from "../../../protocol/permission-settings.ts";
import { hasPermission, permits } from "../people/permissions.ts";
import type { Channel, State } from "../state.ts";
import { subscriptionTo } from "./channels.ts";

/** True if the user has a channel permission, either in the channel or for all channels of the organization. */
export const hasChannelPermission = (state: State, channel: Channel, name: ChannelPermissionName): boolean =>
  permits(state, channel[name], channelRules(state)[name], state.user_id);

/** The rules for channel permissions: those that all clients support, and those that only this server has. */
export const channelRules = (state: State): Readonly<Partial<Record<ChannelPermissionName, PermissionRule>>> => ({
  ...state.server_supported_permission_settings.stream,
  ...state.svc_supported_permission_settings?.stream,
});

/**
 * Whether the user can read a channel's messages. Seeing it isn't enough: administrators see private channels they
 * can't read.
 */
export function canRead(state: State, channel: Channel): boolean {
  if (channel.is_web_public || subscriptionTo(state, channel.stream_id) !== undefined) return true;
  if (!channel.invite_only) return !state.is_guest;
  return (
    hasChannelPermission(state, channel, "can_add_subscribers_group") ||
    hasChannelPermission(state, channel, "can_subscribe_group")
  );
}

export function topicsPolicy(state: State, channel: Channel): Exclude<Channel["topics_policy"], "inherit"> {
  return channel.topics_policy === "inherit" ? state.realm_topics_policy : channel.topics_policy;
}

/** True if all messages of a channel are one conversation, without topics. */
export const hasOneConversation = (state: State, channel: Channel): boolean =>
  topicsPolicy(state, channel) === "empty_topic_only";

export function canResolve(state: State, channel: Channel): boolean {
  if (channel.is_archived || !canRead(state, channel)) return false;
  return (
    hasPermission(state, "can_resolve_topics_group") || hasChannelPermission(state, channel, "can_resolve_topics_group")
  );
}
