import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { snippetSchema } from "./events.ts";
import { snippetsOf } from "./saved-snippets.ts";

export const getSnippetsEndpoint = action({
  route: "GET /saved_snippets",
  params: {},
  reply: { saved_snippets: v.array(snippetSchema) },
  run: ({ realm, actor }) => ({ saved_snippets: snippetsOf(realm, actor.user_id) }),
});
