import type { Handlers } from "./handlers.ts";
import type { ChannelId, UserId } from "./ids.ts";
import { keyedLists } from "./keyed-list.ts";

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

const drafts = keyedLists((draft: Draft) => draft.id);

export const draftsEvents: Handlers = {
  "drafts/add": (state, event: { readonly drafts: readonly Draft[] }) => {
    for (const draft of event.drafts) drafts.put(state.drafts, draft);
  },
  "drafts/update": (state, { draft }: { readonly draft: Draft }) => drafts.put(state.drafts, draft),
  "drafts/remove": (state, { draft_id }: { readonly draft_id: number }) => {
    drafts.take(state.drafts, draft_id);
  },
  /** Who does not share their drafts has none on the server. */
  "user_settings/update": (state, { property, value }: { readonly property: string; readonly value: unknown }) => {
    if (property !== "enable_drafts_synchronization" || value === true) return false;
    state.drafts = [];
    return true;
  },
};
