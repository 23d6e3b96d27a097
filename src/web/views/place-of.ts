import { hasOneConversation } from "../model/channels/channel-rules.ts";
import { channelById } from "../model/channels/channels.ts";
import type { ChannelId } from "../model/ids.ts";
import type { Message } from "../model/message.ts";
import { conversationOf, placeOfConversation } from "../model/routes/conversation.ts";
import type { FeedRoute, Route } from "../model/routes/place.ts";
import type { State } from "../model/state.ts";

/** Returns the feed of a message's conversation, opened at the message. */
export function placeOfMessage(message: Message, me: number): FeedRoute {
  return { ...placeOfConversation(conversationOf(message, me)), near: message.id };
}

/** The value of `web_channel_default_view` for showing all of a channel's messages in one feed. */
const AS_FEED = 2;

/**
 * Returns the place that opens for a channel: its topics, its feed if the user prefers that, or its only conversation.
 */
export function placeOfChannel(state: State, id: ChannelId): Route {
  const channel = channelById(state, id);
  const isOne = channel !== undefined && hasOneConversation(state, channel);
  if (!isOne && state.user_settings.web_channel_default_view === AS_FEED) return { view: "channel", channel: id };
  return isOne ? { view: "topic", channel: id, topic: "" } : { view: "topics", channel: id };
}
