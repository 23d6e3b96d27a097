import { may, mayInChannel } from "../organization/permissions.ts";
import type { Channel, State } from "../state.ts";
import { subscriptionTo } from "./channels.ts";

/** Whether the user can read the messages of a channel. Administrators also see private channels that they cannot read. */
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

/** The rule for the names of topics in a channel. */
export function topicsPolicy(state: State, channel: Channel): Exclude<Channel["topics_policy"], "inherit"> {
  return channel.topics_policy === "inherit" ? state.realm_topics_policy : channel.topics_policy;
}

export function canResolve(state: State, channel: Channel): boolean {
  if (channel.is_archived || !canRead(state, channel)) return false;
  return may(state, "can_resolve_topics_group") || mayInChannel(state, channel, "can_resolve_topics_group");
}

/** Whether the user can change the settings of a channel. */
export const canAdminister = (state: State, channel: Channel): boolean =>
  state.is_admin || mayInChannel(state, channel, "can_administer_channel_group");

/** Whether the user can subscribe to a channel without anyone's help. */
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

/** Whether the user can create public or private channels. */
export const canCreateChannels = (state: State): boolean =>
  may(state, "can_create_public_channel_group") || may(state, "can_create_private_channel_group");
