import { askPersonTool } from "./ask-person.ts";
import { awaitReply } from "./await-reply.ts";
import { catchUp } from "./catch-up.ts";
import { editMessage } from "./edit-message.ts";
import { findMessages } from "./find-messages.ts";
import { listConversations } from "./list-conversations.ts";
import { mark } from "./mark.ts";
import { people } from "./people.ts";
import { readBoard } from "./read-board.ts";
import { readConversation } from "./read-conversation.ts";
import { schedule } from "./schedule.ts";
import { searchFiles } from "./search-files.ts";
import { sendMessage } from "./send-message.ts";
import type { Tool } from "./tool.ts";

/** Tools in the order assistants get them. Never reorder, because clients cache prompts that depend on it. */
export const tools: readonly Tool[] = [
  ...[catchUp, findMessages, readConversation, listConversations, people, searchFiles],
  ...[sendMessage, editMessage, mark, schedule, askPersonTool],
  ...[awaitReply, readBoard],
];
