import { conversationOf } from "../../model/conversation.ts";
import type { Message } from "../../model/message.ts";
import type { FeedPlace } from "../../model/place.ts";

/** The conversation of a message, as a place that shows the message. */
export function placeOfMessage(message: Message, me: number): FeedPlace {
  const conversation = conversationOf(message, me);
  const near = message.id;
  return conversation.kind === "topic"
    ? { view: "topic", channel: conversation.channel, topic: conversation.topic, near }
    : { view: "direct", users: conversation.users, near };
}
