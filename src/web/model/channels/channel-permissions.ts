import { canRead, hasChannelPermission, hasPermission } from "../organization/permissions.ts";
import type { Channel, State } from "../state.ts";
import { subscriptionTo } from "./channels.ts";

/** Whether the user can change the settings of a channel. */
export const canAdminister = (state: State, channel: Channel): boolean =>
  state.is_admin || hasChannelPermission(state, channel, "can_administer_channel_group");

export function canPost(state: State, channel: Channel): boolean {
  if (channel.is_archived || !hasChannelPermission(state, channel, "can_send_message_group")) return false;
  if (subscriptionTo(state, channel.stream_id) !== undefined) return true;
  return canRead(state, channel) && (!channel.invite_only || channel.history_public_to_subscribers);
}

/** Whether the user can write in a topic of a channel that has no messages yet. */
export const canStartTopics = (state: State, channel: Channel): boolean =>
  hasChannelPermission(state, channel, "can_create_topic_group");

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
