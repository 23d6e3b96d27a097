import { may, mayInChannel } from "../organization/permissions.ts";
import type { Channel, State } from "../state.ts";
import { subscriptionTo } from "./channels.ts";

/** Whether one may read what is written in a channel; administrators may see private channels without that. */
export function canRead(state: State, channel: Channel): boolean {
  if (channel.is_web_public || subscriptionTo(state, channel.stream_id) !== undefined) return true;
  if (!channel.invite_only) return !state.is_guest;
  return (
    mayInChannel(state, channel, "can_add_subscribers_group") || mayInChannel(state, channel, "can_subscribe_group")
  );
}

export function canPost(state: State, channel: Channel): boolean {
  if (channel.is_archived || !mayInChannel(state, channel, "can_send_message_group")) return false;
  if (subscriptionTo(state, channel.stream_id) !== undefined) return true;
  return canRead(state, channel) && (!channel.invite_only || channel.history_public_to_subscribers);
}

/** Which names topics of a channel may have. */
export function topicsPolicy(state: State, channel: Channel): Exclude<Channel["topics_policy"], "inherit"> {
  return channel.topics_policy === "inherit" ? state.realm_topics_policy : channel.topics_policy;
}

export function canResolve(state: State, channel: Channel): boolean {
  if (channel.is_archived || !canRead(state, channel)) return false;
  return may(state, "can_resolve_topics_group") || mayInChannel(state, channel, "can_resolve_topics_group");
}

/** Whether one may change the settings of a channel. */
export const canAdminister = (state: State, channel: Channel): boolean =>
  state.is_admin || mayInChannel(state, channel, "can_administer_channel_group");

/** Whether one may subscribe oneself. */
export function canSubscribe(state: State, channel: Channel): boolean {
  if (channel.is_archived) return false;
  if (channel.is_web_public) return true;
  return !state.is_guest && canRead(state, channel);
}

export function canAddSubscribers(state: State, channel: Channel): boolean {
  if (channel.is_archived || !canRead(state, channel)) return false;
  if (may(state, "can_add_subscribers_group")) return true;
  return mayInChannel(state, channel, "can_add_subscribers_group") || canAdminister(state, channel);
}

/** Whether one may make channels of any kind. */
export const canCreateChannels = (state: State): boolean =>
  may(state, "can_create_public_channel_group") || may(state, "can_create_private_channel_group");
