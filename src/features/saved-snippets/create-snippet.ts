import * as v from "valibot";
import { action } from "../../http/endpoint.ts";
import { snippetParams } from "./snippet-params.ts";
import { addSnippet } from "./snippets.ts";

export const createSnippetEndpoint = action({
  route: "POST /saved_snippets",
  params: snippetParams,
  reply: { saved_snippet_id: v.number() },
  run: ({ realm, actor, params }) => ({ saved_snippet_id: addSnippet(realm, actor, params) }),
});
