import { action } from "../../../endpoints/endpoint.ts";
import { integer, optional } from "../../../endpoints/parameter.ts";
import { accessSnippet, changeSnippet } from "./saved-snippets.ts";
import { snippetParams } from "./snippet-params.ts";

export const updateSnippetEndpoint = action({
  route: "PATCH /saved_snippets/:saved_snippet_id",
  params: {
    saved_snippet_id: integer,
    title: optional(snippetParams.title),
    content: optional(snippetParams.content),
  },
  reply: {},
  run({ realm, actor, params: { saved_snippet_id, title, content } }) {
    const snippet = accessSnippet(realm, actor, saved_snippet_id);
    changeSnippet(realm, actor, snippet, { title: title ?? snippet.title, content: content ?? snippet.content });
    return {};
  },
});
