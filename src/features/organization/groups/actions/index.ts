import { feature } from "../../../../feature.ts";
import { createGroupEndpoint } from "./create-group.ts";
import { deactivateGroupEndpoint } from "./deactivate-group.ts";
import { updateGroupEndpoint } from "./update-group.ts";
import { updateMembersEndpoint, updateSubgroupsEndpoint } from "./update-members.ts";

/** Creates, changes and deactivates user groups, and changes their members and subgroups. */
export const groupsActions = feature({
  name: "memberships",
  endpoints: [
    createGroupEndpoint,
    updateGroupEndpoint,
    deactivateGroupEndpoint,
    updateMembersEndpoint,
    updateSubgroupsEndpoint,
  ],
});
