import { feature } from "../../../../feature.ts";
import { muteUserEndpoint, unmuteUserEndpoint } from "./endpoints.ts";

/** Muting and unmuting users, and what that changes for the messages that they have sent. */
export const mutedUsersActions = feature({
  name: "muting",
  endpoints: [muteUserEndpoint, unmuteUserEndpoint],
});
