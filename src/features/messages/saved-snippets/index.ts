import { feature } from "../../../feature.ts";
import {
  createSnippetEndpoint,
  deleteSnippetEndpoint,
  getSnippetsEndpoint,
  savedSnippetState,
  updateSnippetEndpoint,
} from "./endpoints.ts";
import { snippetAdded, snippetRemoved, snippetUpdated } from "./events.ts";
import { schema, snippetArchive } from "./saved-snippets.ts";

/** Texts that users save to insert them into messages. */
export const savedSnippets = feature({
  name: "saved-snippets",
  schema,
  personal: { saved_snippets: { user: "user_id" } },
  archive: snippetArchive,
  endpoints: [getSnippetsEndpoint, createSnippetEndpoint, updateSnippetEndpoint, deleteSnippetEndpoint],
  events: [snippetAdded, snippetUpdated, snippetRemoved],
  state: [savedSnippetState],
});
