import type { Caller } from "./caller.ts";
import { cleaned, inOneLine, truncate } from "./clean.ts";
import { conversationName, conversationOfMessage } from "./conversation.ts";
import { type Message, messageLink } from "./messages.ts";
import { timeIn } from "./times.ts";

export const messageData = (message: Message, caller: Caller, most: number) => ({
  id: message.id,
  conversation: conversationName(conversationOfMessage(caller, message)),
  sender_id: message.sender_id,
  sender: inOneLine(message.sender_full_name),
  time: timeIn(message.timestamp, caller.timezone),
  text: truncate(cleaned(message.content), most),
  url: messageLink(caller, message),
});
