import type { Message } from "../../model/messages/message.ts";
import { conversationOf, placeOfConversation } from "../../model/places/conversation.ts";
import type { FeedPlace } from "../../model/places/place.ts";

/** The feed of a message's conversation, opened at the message. */
export function placeOfMessage(message: Message, me: number): FeedPlace {
  return { ...placeOfConversation(conversationOf(message, me)), near: message.id };
}
