import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, optionalAll, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { MAX_SNIPPET_TITLE_LENGTH } from "../../../protocol/text-lengths.ts";
import { listSlice } from "../../../realm/state-slice.ts";
import { snippetAdded, snippetRemoved, snippetSchema, snippetUpdated } from "./events.ts";
import {
  accessSnippet,
  addSnippet,
  changeSnippet,
  removeSnippet,
  schema,
  snippetArchive,
  snippetsOf,
} from "./saved-snippets.ts";

const isFilled = (text: string) => text.trim() !== "";

const snippetParams = {
  title: textParameter(
    v.pipe(
      v.string(),
      v.trim(),
      v.check(isFilled, "Title cannot be empty."),
      v.maxCodePoints(MAX_SNIPPET_TITLE_LENGTH),
    ),
  ),
  content: textParameter(
    v.pipe(v.string(), v.check(isFilled, "Content cannot be empty."), v.maxCodePoints(lengthLimits.max_message_length)),
  ),
};

const getSnippetsEndpoint = action({
  route: "GET /saved_snippets",
  reply: { saved_snippets: v.array(snippetSchema) },
  run: ({ realm, actor }) => ({ saved_snippets: snippetsOf(realm, actor.user_id) }),
});

const createSnippetEndpoint = action({
  route: "POST /saved_snippets",
  params: snippetParams,
  reply: { saved_snippet_id: v.number() },
  run: ({ realm, actor, params }) => ({ saved_snippet_id: addSnippet(realm, actor, params) }),
});

const updateSnippetEndpoint = action({
  route: "PATCH /saved_snippets/:saved_snippet_id",
  params: { saved_snippet_id: integer, ...optionalAll(snippetParams) },
  run({ realm, actor, params: { saved_snippet_id, title, content } }) {
    const snippet = accessSnippet(realm, actor, saved_snippet_id);
    changeSnippet(realm, actor, snippet, { title: title ?? snippet.title, content: content ?? snippet.content });
  },
});

const deleteSnippetEndpoint = action({
  route: "DELETE /saved_snippets/:saved_snippet_id",
  params: { saved_snippet_id: integer },
  run: ({ realm, actor, params }) => removeSnippet(realm, actor, accessSnippet(realm, actor, params.saved_snippet_id)),
});

const savedSnippetState = listSlice("saved_snippets", (realm, { user_id }) => snippetsOf(realm, user_id));

/** Texts that users save to insert into messages. */
export const savedSnippets = feature({
  name: "saved-snippets",
  schema,
  personal: { saved_snippets: { user: "user_id" } },
  archive: snippetArchive,
  endpoints: [getSnippetsEndpoint, createSnippetEndpoint, updateSnippetEndpoint, deleteSnippetEndpoint],
  events: [snippetAdded, snippetUpdated, snippetRemoved],
  state: [savedSnippetState],
});
