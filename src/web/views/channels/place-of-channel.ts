import { topicsPolicy } from "../../model/channel-permissions.ts";
import { channelById } from "../../model/channels.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { Place } from "../../model/place.ts";
import type { State } from "../../model/state.ts";

/** What a channel opens as: the list of its topics, unless all of it is one conversation. */
export function placeOfChannel(state: State, id: ChannelId): Place {
  const channel = channelById(state, id);
  const isOne = channel !== undefined && topicsPolicy(state, channel) === "empty_topic_only";
  return isOne ? { view: "topic", channel: id, topic: "" } : { view: "topics", channel: id };
}
