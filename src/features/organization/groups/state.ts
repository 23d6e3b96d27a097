import { can } from "../../../realm/events/queue-client.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { listGroups, shapeGroups } from "./group-list.ts";

export const groupsSlice = stateSlice({
  types: ["realm_user_groups"],
  collect: ({ realm, client }) => ({
    groups: listGroups(realm, { deactivated: can(client, "include_deactivated_groups") }),
  }),
  shape: ({ groups }) => ({ realm_user_groups: shapeGroups(groups) }),
});
