import { action } from "../../../endpoints/endpoint.ts";
import { integer, json } from "../../../endpoints/parameter.ts";
import { accessDraft, changeDraft, checkSynchronizing } from "./drafts.ts";
import { draftRowFrom, givenDraftSchema } from "./given-draft.ts";

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
