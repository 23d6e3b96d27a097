import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessSnippet, removeSnippet } from "./saved-snippets.ts";

export const deleteSnippetEndpoint = action({
  route: "DELETE /saved_snippets/:saved_snippet_id",
  params: { saved_snippet_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    removeSnippet(realm, actor, accessSnippet(realm, actor, params.saved_snippet_id));
    return {};
  },
});
