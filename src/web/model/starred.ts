import type { MessageId } from "./ids.ts";

export interface StarredState {
  starred_messages: MessageId[];
}
