import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessDraft, checkSynchronizing, removeDraft } from "./drafts.ts";

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
