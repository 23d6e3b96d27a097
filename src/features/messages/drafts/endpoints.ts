import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json } from "../../../api/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import {
  accessDraft,
  addDrafts,
  changeDraft,
  checkMayAdd,
  checkSynchronizing,
  draftsOf,
  MAX_AT_REGISTRATION,
  removeDraft,
  synchronizesDrafts,
} from "./drafts.ts";
import { draftSchema } from "./events.ts";
import { draftRowFrom, givenDraftSchema } from "./given-draft.ts";

export const getDraftsEndpoint = action({
  route: "GET /drafts",
  params: {},
  reply: { count: v.number(), drafts: v.array(draftSchema) },
  run({ realm, actor }) {
    checkSynchronizing(realm, actor);
    const drafts = draftsOf(realm, actor.user_id);
    return { count: drafts.length, drafts };
  },
});

export const createDraftsEndpoint = action({
  route: "POST /drafts",
  params: { drafts: json(boundedList(givenDraftSchema, "drafts")) },
  reply: { ids: v.array(v.number()) },
  run({ realm, actor, params }) {
    checkSynchronizing(realm, actor);
    checkMayAdd(realm, actor, params.drafts);
    const drafts = params.drafts.map((draft) => draftRowFrom(realm, actor, draft));
    return { ids: addDrafts(realm, actor, drafts) };
  },
});

export const updateDraftEndpoint = action({
  route: "PATCH /drafts/:draft_id",
  params: { draft_id: integer, draft: json(givenDraftSchema) },
  reply: {},
  run({ realm, actor, params }) {
    checkSynchronizing(realm, actor);
    const draft = accessDraft(realm, actor, params.draft_id);
    changeDraft(realm, actor, draft, draftRowFrom(realm, actor, params.draft));
    return {};
  },
});

export const deleteDraftEndpoint = action({
  route: "DELETE /drafts/:draft_id",
  params: { draft_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    checkSynchronizing(realm, actor);
    removeDraft(realm, actor, accessDraft(realm, actor, params.draft_id));
    return {};
  },
});

export const draftState = stateSlice({
  types: ["drafts"],
  collect({ realm, actor }) {
    const synchronizes = actor !== null && synchronizesDrafts(realm, actor.user_id);
    return { drafts: synchronizes ? draftsOf(realm, actor.user_id, MAX_AT_REGISTRATION) : [] };
  },
});
