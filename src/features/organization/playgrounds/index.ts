import { feature } from "../../../feature.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { addPlaygroundEndpoint } from "./add-playground.ts";
import { playgroundsChanged } from "./events.ts";
import { playgroundsOf } from "./playgrounds.ts";
import { removePlaygroundEndpoint } from "./remove-playground.ts";
import { schema } from "./rows.ts";

/** Pages elsewhere where code of a language can be tried. */
export const playgrounds = feature({
  name: "playgrounds",
  schema,
  endpoints: [addPlaygroundEndpoint, removePlaygroundEndpoint],
  events: [playgroundsChanged],
  state: [
    stateSlice({ types: ["realm_playgrounds"], collect: ({ realm }) => ({ realm_playgrounds: playgroundsOf(realm) }) }),
  ],
});
