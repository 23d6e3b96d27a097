import { feature } from "../../../feature.ts";
import { muteArchive } from "./archive.ts";
import { muteUserEndpoint, unmuteUserEndpoint } from "./endpoints.ts";
import { mutedUsersChanged } from "./events.ts";
import { mutedUsersStateSlice, schema } from "./muted-users.ts";

/** The users each user has muted. */
export const mutedUsers = feature({
  name: "muted-users",
  tag: "muting",
  schema,
  personal: { muted_users: { user: "user_id" } },
  archive: muteArchive,
  endpoints: [muteUserEndpoint, unmuteUserEndpoint],
  events: [mutedUsersChanged],
  state: [mutedUsersStateSlice],
});
