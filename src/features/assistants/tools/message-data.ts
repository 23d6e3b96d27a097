import type { Caller } from "./caller.ts";
import { beginning, cleaned, inOneLine } from "./clean.ts";
import { conversationOfMessage, nameOf } from "./conversation.ts";
import { linkOf, type Message } from "./messages.ts";
import { timeIn } from "./times.ts";

export const messageData = (message: Message, caller: Caller, most: number) => ({
  id: message.id,
  conversation: nameOf(conversationOfMessage(caller, message)),
  sender_id: message.sender_id,
  sender: inOneLine(message.sender_full_name),
  time: timeIn(message.timestamp, caller.timezone),
  text: beginning(cleaned(message.content), most),
  url: linkOf(caller, message),
});
