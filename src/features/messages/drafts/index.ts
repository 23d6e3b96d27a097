import { feature } from "../../../feature.ts";
import { createDraftsEndpoint } from "./create-drafts.ts";
import { deleteDraftEndpoint } from "./delete-draft.ts";
import { draftRemoved, draftsAdded, draftUpdated } from "./events.ts";
import { getDraftsEndpoint } from "./get-drafts.ts";
import { schema } from "./rows.ts";
import { draftState } from "./state.ts";
import { updateDraftEndpoint } from "./update-draft.ts";

/** Messages that somebody has begun to write, on all of their devices. */
export const drafts = feature({
  name: "drafts",
  schema,
  endpoints: [getDraftsEndpoint, createDraftsEndpoint, updateDraftEndpoint, deleteDraftEndpoint],
  events: [draftsAdded, draftUpdated, draftRemoved],
  state: [draftState],
});
