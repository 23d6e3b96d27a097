import { stateSlice } from "../../../realm/state-slice.ts";
import { playgroundsOf } from "./playgrounds.ts";

export const playgroundState = stateSlice({
  types: ["realm_playgrounds"],
  collect: ({ realm }) => ({ realm_playgrounds: playgroundsOf(realm) }),
});
