import type { Handlers } from "./handlers.ts";
import { keyedLists } from "./keyed-list.ts";
import type { Draft } from "./state.ts";

const drafts = keyedLists((draft: Draft) => draft.id);

export const draftsEvents: Handlers = {
  "drafts/add": (state, event) => {
    for (const draft of event.drafts) drafts.put(state.drafts, draft);
  },
  "drafts/update": (state, { draft }) => drafts.put(state.drafts, draft),
  "drafts/remove": (state, { draft_id }) => {
    drafts.take(state.drafts, draft_id);
  },
  /** An account that does not synchronize its drafts has none on the server. */
  "user_settings/update": (state, { property, value }) => {
    if (property !== "enable_drafts_synchronization" || value === true) return false;
    state.drafts = [];
    return true;
  },
};
