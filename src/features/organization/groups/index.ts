import { feature } from "../../../feature.ts";
import { groupArchive } from "./archive.ts";
import { events } from "./events.ts";
import { getGroupsEndpoint } from "./get-groups.ts";
import { getIsMemberEndpoint, getMembersEndpoint } from "./get-members.ts";
import { getSubgroupsEndpoint } from "./get-subgroups.ts";
import { schema } from "./rows.ts";
import { groupsSlice } from "./state.ts";

/** User groups and their members. The endpoints that change them are in `actions`. */
export const groups = feature({
  name: "groups",
  schema,
  archive: groupArchive,
  endpoints: [getGroupsEndpoint, getMembersEndpoint, getIsMemberEndpoint, getSubgroupsEndpoint],
  events,
  state: [groupsSlice],
});
