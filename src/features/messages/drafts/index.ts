import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { settingsRequestedHook } from "../../people/user-settings/user-settings.ts";
import { deleteAllDrafts, draftArchive, schema } from "./drafts.ts";
import {
  createDraftsEndpoint,
  deleteDraftEndpoint,
  draftState,
  getDraftsEndpoint,
  updateDraftEndpoint,
} from "./endpoints.ts";
import { draftRemoved, draftsAdded, draftUpdated } from "./events.ts";

/** Unsent messages, synchronized between a user's devices. */
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
