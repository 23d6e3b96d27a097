import { feature } from "../../../feature.ts";
import { mutedUsersChanged } from "./events.ts";
import { muteArchive, mutedUsersStateSlice, muteUserEndpoint, schema, unmuteUserEndpoint } from "./muted-users.ts";

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
