import { feature } from "../../../feature.ts";
import { addPlaygroundEndpoint } from "./add-playground.ts";
import { playgroundArchive } from "./archive.ts";
import { playgroundsChanged } from "./events.ts";
import { removePlaygroundEndpoint } from "./remove-playground.ts";
import { schema } from "./rows.ts";
import { playgroundState } from "./state.ts";

/** Code playgrounds: external pages that can run code of a language. */
export const playgrounds = feature({
  name: "playgrounds",
  schema,
  archive: playgroundArchive,
  endpoints: [addPlaygroundEndpoint, removePlaygroundEndpoint],
  events: [playgroundsChanged],
  state: [playgroundState],
});
