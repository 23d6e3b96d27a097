import { feature } from "../../feature.ts";
import { conversationArchive } from "./archive.ts";
import { schema } from "./rows.ts";

/** Conversations, their topics and participants, and the index of messages: the conversation, topic and sender of each. */
export const conversations = feature({ name: "conversations", schema, archive: conversationArchive });
