import { hasPermission } from "../people/permissions.ts";
import type { Channel, State } from "../state.ts";
import { canRead, hasChannelPermission } from "./channel-rules.ts";
import { subscriptionTo } from "./channels.ts";

export const canAdminister = (state: State, channel: Channel): boolean =>
  state.is_admin || hasChannelPermission(state, channel, "can_administer_channel_group");

export function canPost(state: State, channel: Channel): boolean {
  if (state.outside_access?.can_post === false) return false;
  if (channel.is_archived || !hasChannelPermission(state, channel, "can_send_message_group")) return false;
  if (subscriptionTo(state, channel.stream_id) !== undefined) return true;
  return canRead(state, channel) && (!channel.invite_only || channel.history_public_to_subscribers);
}

/** True if the user can post to a topic that has no messages yet. */
export const canStartTopics = (state: State, channel: Channel): boolean =>
  hasChannelPermission(state, channel, "can_create_topic_group");

/** True if the user can join a channel without being added by someone else. */
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
