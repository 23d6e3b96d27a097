import { stateSlice } from "../../../realm/state-slice.ts";
import { draftsOf, MOST_AT_REGISTRATION, synchronizesDrafts } from "./drafts.ts";

export const draftState = stateSlice({
  types: ["drafts"],
  collect({ realm, actor }) {
    const synchronizes = actor !== null && synchronizesDrafts(realm, actor.user_id);
    return { drafts: synchronizes ? draftsOf(realm, actor.user_id, MOST_AT_REGISTRATION) : [] };
  },
});
