import { stateSlice } from "../../../realm/state-slice.ts";
import { muteList } from "./muted-users.ts";

export const mutedUsersStateSlice = stateSlice({
  types: ["muted_users"],
  collect: ({ realm, actor }) => ({ muted_users: actor === null ? [] : muteList(realm, actor.user_id) }),
});
