import { feature } from "../../../feature.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { createDraftsEndpoint } from "./create-drafts.ts";
import { deleteDraftEndpoint } from "./delete-draft.ts";
import { draftsOf, MOST_TOLD, synchronizesDrafts } from "./drafts.ts";
import { draftRemoved, draftsAdded, draftUpdated } from "./events.ts";
import { getDraftsEndpoint } from "./get-drafts.ts";
import { schema } from "./rows.ts";
import { updateDraftEndpoint } from "./update-draft.ts";

/** Messages that somebody has begun to write, on all of their devices. */
export const drafts = feature({
  name: "drafts",
  schema,
  endpoints: [getDraftsEndpoint, createDraftsEndpoint, updateDraftEndpoint, deleteDraftEndpoint],
  events: [draftsAdded, draftUpdated, draftRemoved],
  state: [
    stateSlice({
      types: ["drafts"],
      collect({ realm, actor }) {
        const shares = actor !== null && synchronizesDrafts(realm, actor.user_id);
        return { drafts: shares ? draftsOf(realm, actor.user_id, MOST_TOLD) : [] };
      },
    }),
  ],
});
