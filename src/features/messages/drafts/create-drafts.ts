import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { json } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { addDrafts, checkMayAdd, checkSynchronizing } from "./drafts.ts";
import { draftRowFrom, givenDraftSchema } from "./given-draft.ts";

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
