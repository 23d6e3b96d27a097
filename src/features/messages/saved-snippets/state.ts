import { stateSlice } from "../../../realm/state-slice.ts";
import { snippetsOf } from "./saved-snippets.ts";

export const savedSnippetState = stateSlice({
  types: ["saved_snippets"],
  collect: ({ realm, actor }) => ({ saved_snippets: actor === null ? [] : snippetsOf(realm, actor.user_id) }),
});
