import { feature } from "../../../feature.ts";
import {
  createGroupEndpoint,
  deactivateGroupEndpoint,
  updateMembersEndpoint,
  updateSubgroupsEndpoint,
} from "./endpoints.ts";
import { updateGroupEndpoint } from "./update-group.ts";

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
