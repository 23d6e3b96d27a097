import type { ConversationId } from "../../../../protocol/ids.ts";

/** Where a message stands; direct ones have neither channel nor topic. */
export interface MessagePlace {
  readonly conversation_id: ConversationId;
  readonly channel_id: number | null;
  readonly topic: string;
  readonly topic_id: number | null;
}
