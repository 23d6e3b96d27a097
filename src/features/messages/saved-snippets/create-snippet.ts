import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { addSnippet } from "./saved-snippets.ts";
import { snippetParams } from "./snippet-params.ts";

export const createSnippetEndpoint = action({
  route: "POST /saved_snippets",
  params: snippetParams,
  reply: { saved_snippet_id: v.number() },
  run: ({ realm, actor, params }) => ({ saved_snippet_id: addSnippet(realm, actor, params) }),
});
