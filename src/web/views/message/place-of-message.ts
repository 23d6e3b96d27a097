import type { Message } from "../../model/messages/message.ts";
import { conversationOf } from "../../model/places/conversation.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import { placeOfConversation } from "../../model/places/place-of-conversation.ts";

/** The feed of a message's conversation, opened at the message. */
export function placeOfMessage(message: Message, me: number): FeedPlace {
  return { ...placeOfConversation(conversationOf(message, me)), near: message.id };
}
