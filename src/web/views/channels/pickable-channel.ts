import { isSubscription, privacyOf } from "../../model/channels/channel-list.ts";
import type { Channel } from "../../model/state.ts";

/** A channel, in the form that pickers take. */
export const pickableChannel = (channel: Channel) => ({
  id: channel.stream_id,
  name: channel.name,
  color: isSubscription(channel) ? channel.color : undefined,
  privacy: privacyOf(channel),
});
