import { feature } from "../../../feature.ts";
import { playgroundArchive } from "./archive.ts";
import { addPlaygroundEndpoint, playgroundState, removePlaygroundEndpoint } from "./endpoints.ts";
import { playgroundsChanged } from "./events.ts";
import { schema } from "./playgrounds.ts";

/** Code playgrounds: external pages that can run code in a language. */
export const playgrounds = feature({
  name: "playgrounds",
  schema,
  archive: playgroundArchive,
  endpoints: [addPlaygroundEndpoint, removePlaygroundEndpoint],
  events: [playgroundsChanged],
  state: [playgroundState],
});
