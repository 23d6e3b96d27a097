import { conversationOf } from "../../model/conversation.ts";
import type { Message } from "../../model/message.ts";
import type { FeedPlace } from "../../model/place.ts";
import { placeOfConversation } from "../../model/place-of-conversation.ts";

/** The conversation of a message, as a place that shows the message. */
export function placeOfMessage(message: Message, me: number): FeedPlace {
  return { ...placeOfConversation(conversationOf(message, me)), near: message.id };
}
