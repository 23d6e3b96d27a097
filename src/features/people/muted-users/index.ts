import { feature } from "../../../feature.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { mutedUsersChanged } from "./events.ts";
import { muteList } from "./muted-users.ts";
import { schema } from "./rows.ts";

/** Whose messages people do not want to read. The endpoints are in `muting`. */
export const mutedUsers = feature({
  name: "muted-users",
  schema,
  events: [mutedUsersChanged],
  state: [
    stateSlice({
      types: ["muted_users"],
      collect: ({ realm, actor }) => ({ muted_users: actor === null ? [] : muteList(realm, actor.user_id) }),
    }),
  ],
});
