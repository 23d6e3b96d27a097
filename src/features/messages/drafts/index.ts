import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { settingsRequestedHook } from "../../people/settings/hooks.ts";
import { draftArchive } from "./archive.ts";
import { createDraftsEndpoint } from "./create-drafts.ts";
import { deleteDraftEndpoint } from "./delete-draft.ts";
import { deleteAllDrafts } from "./drafts.ts";
import { draftRemoved, draftsAdded, draftUpdated } from "./events.ts";
import { getDraftsEndpoint } from "./get-drafts.ts";
import { schema } from "./rows.ts";
import { draftState } from "./state.ts";
import { updateDraftEndpoint } from "./update-draft.ts";

/** Messages that a user has begun to write, synchronized between the user's devices. */
export const drafts = feature({
  name: "drafts",
  schema,
  personal: { drafts: { user: "user_id" } },
  archive: draftArchive,
  endpoints: [getDraftsEndpoint, createDraftsEndpoint, updateDraftEndpoint, deleteDraftEndpoint],
  events: [draftsAdded, draftUpdated, draftRemoved],
  state: [draftState],
  handlers: [
    on(settingsRequestedHook, (realm, { id }, { enable_drafts_synchronization }) => {
      if (enable_drafts_synchronization === false) deleteAllDrafts(realm, id);
    }),
  ],
});
