import { feature } from "../../feature.ts";
import { conversationArchive } from "./archive.ts";
import { schema } from "./rows.ts";

/**
 * Conversations, their topics and participants, and the message index: the conversation, topic and sender of each
 * message.
 */
export const conversations = feature({ name: "conversations", schema, archive: conversationArchive });
