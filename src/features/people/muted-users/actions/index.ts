import { feature } from "../../../../feature.ts";
import { muteUserEndpoint } from "./mute-user.ts";
import { unmuteUserEndpoint } from "./unmute-user.ts";

/** Muting and unmuting users, and what that changes for the messages that they have sent. */
export const mutedUsersActions = feature({
  name: "muting",
  endpoints: [muteUserEndpoint, unmuteUserEndpoint],
});
