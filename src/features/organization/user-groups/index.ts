import { feature } from "../../../feature.ts";
import { groupArchive } from "./archive.ts";
import {
  getGroupsEndpoint,
  getIsMemberEndpoint,
  getMembersEndpoint,
  getSubgroupsEndpoint,
  groupsSlice,
} from "./endpoints.ts";
import { events } from "./events.ts";
import { schema } from "./rows.ts";

/** User groups and their members. The endpoints that change them are in `actions`. */
export const groups = feature({
  name: "groups",
  schema,
  archive: groupArchive,
  endpoints: [getGroupsEndpoint, getMembersEndpoint, getIsMemberEndpoint, getSubgroupsEndpoint],
  events,
  state: [groupsSlice],
});
