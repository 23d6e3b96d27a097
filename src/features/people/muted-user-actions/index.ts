import { feature } from "../../../feature.ts";
import { muteUserEndpoint, unmuteUserEndpoint } from "./endpoints.ts";

/** Muting and unmuting users, and the effects on messages they sent. */
export const mutedUsersActions = feature({
  name: "muting",
  endpoints: [muteUserEndpoint, unmuteUserEndpoint],
});
