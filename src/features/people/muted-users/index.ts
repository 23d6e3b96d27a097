import { feature } from "../../../feature.ts";
import { muteArchive } from "./archive.ts";
import { mutedUsersChanged } from "./events.ts";
import { mutedUsersStateSlice, schema } from "./muted-users.ts";

/** The users each user has muted. The endpoints are in `actions`. */
export const mutedUsers = feature({
  name: "muted-users",
  schema,
  personal: { muted_users: { user: "user_id" } },
  archive: muteArchive,
  events: [mutedUsersChanged],
  state: [mutedUsersStateSlice],
});
