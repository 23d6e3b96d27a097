import { feature } from "../../../../feature.ts";
import { muteUserEndpoint } from "./mute-user.ts";
import { unmuteUserEndpoint } from "./unmute-user.ts";

/** Muting and unmuting people, and what follows for what they have sent. */
export const muting = feature({
  name: "muting",
  endpoints: [muteUserEndpoint, unmuteUserEndpoint],
});
