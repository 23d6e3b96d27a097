import type { ChannelId, UserId } from "./ids.ts";

export interface Draft {
  readonly id: number;
  /** Empty where it is not addressed yet. */
  readonly type: "" | "stream" | "private";
  readonly to: readonly (ChannelId | UserId)[];
  readonly topic: string;
  readonly content: string;
  readonly timestamp: number;
}

export interface DraftsState {
  drafts: Draft[];
}
