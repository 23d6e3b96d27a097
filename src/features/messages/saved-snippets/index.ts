import { feature } from "../../../feature.ts";
import { snippetArchive } from "./archive.ts";
import { createSnippetEndpoint } from "./create-snippet.ts";
import { deleteSnippetEndpoint } from "./delete-snippet.ts";
import { snippetAdded, snippetRemoved, snippetUpdated } from "./events.ts";
import { getSnippetsEndpoint } from "./get-snippets.ts";
import { schema } from "./rows.ts";
import { savedSnippetState } from "./state.ts";
import { updateSnippetEndpoint } from "./update-snippet.ts";

/** Texts that a user has saved to insert them into messages. */
export const savedSnippets = feature({
  name: "saved-snippets",
  schema,
  personal: { saved_snippets: { user: "user_id" } },
  archive: snippetArchive,
  endpoints: [getSnippetsEndpoint, createSnippetEndpoint, updateSnippetEndpoint, deleteSnippetEndpoint],
  events: [snippetAdded, snippetUpdated, snippetRemoved],
  state: [savedSnippetState],
});
