import { feature } from "../../../feature.ts";
import { addPlaygroundEndpoint, playgroundState, removePlaygroundEndpoint } from "./endpoints.ts";
import { playgroundsChanged } from "./events.ts";
import { playgroundArchive, schema } from "./playgrounds.ts";

/** Code playgrounds: external pages that can run code in a language. */
export const playgrounds = feature({
  name: "playgrounds",
  schema,
  archive: playgroundArchive,
  endpoints: [addPlaygroundEndpoint, removePlaygroundEndpoint],
  events: [playgroundsChanged],
  state: [playgroundState],
});
