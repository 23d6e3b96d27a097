import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { boolean, integer, optional } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessUser } from "../accounts/access.ts";
import { seenFromOutsideBy } from "../accounts/outside-access.ts";
import { accessGroup } from "./access.ts";
import { groupArchive } from "./archive.ts";
import { events, groupObjectSchema } from "./events.ts";
import { groupsFromOutside, listGroups, shapeGroups } from "./group-list.ts";
import { directMembers, directSubgroups, groupsWithin, membersWithin } from "./membership.ts";
import { schema } from "./rows.ts";

const getGroupsEndpoint = shapedAction({
  route: "GET /user_groups",
  by: "member",
  params: { include_deactivated_groups: optional(boolean, false) },
  reply: { user_groups: v.array(groupObjectSchema) },
  run: ({ realm, params }) => ({ groups: listGroups(realm, { deactivated: params.include_deactivated_groups }) }),
  shape: ({ result }) => ({ user_groups: shapeGroups(result.groups) }),
});

const direct_member_only = optional(boolean, false);

const getMembersEndpoint = action({
  route: "GET /user_groups/:user_group_id/members",
  by: "member",
  params: { user_group_id: integer, direct_member_only },
  reply: { members: v.array(v.number()) },
  run({ realm, params }) {
    const { id } = accessGroup(realm, params.user_group_id);
    const members = params.direct_member_only ? directMembers(realm, id) : membersWithin(realm, id);
    return { members: [...members].sort((a, b) => a - b) };
  },
});

const getIsMemberEndpoint = action({
  route: "GET /user_groups/:user_group_id/members/:user_id",
  by: "member",
  params: { user_group_id: integer, user_id: integer, direct_member_only },
  reply: { is_user_group_member: v.boolean() },
  run({ realm, actor, params }) {
    const { id } = accessGroup(realm, params.user_group_id);
    const user = accessUser(realm, actor, params.user_id);
    const members = params.direct_member_only ? new Set(directMembers(realm, id)) : membersWithin(realm, id);
    return { is_user_group_member: members.has(user.id) };
  },
});

const getSubgroupsEndpoint = action({
  route: "GET /user_groups/:user_group_id/subgroups",
  by: "member",
  params: { user_group_id: integer, direct_subgroup_only: optional(boolean, false) },
  reply: { subgroups: v.array(v.number()) },
  run({ realm, params }) {
    const { id } = accessGroup(realm, params.user_group_id);
    const subgroups = params.direct_subgroup_only ? directSubgroups(realm, id) : groupsWithin(realm, id);
    return { subgroups: [...subgroups].filter((group) => group !== id).sort((a, b) => a - b) };
  },
});

const groupsSlice = stateSlice({
  types: ["realm_user_groups"],
  outside: true,
  collect({ realm, actor, client }) {
    const groups = listGroups(realm, { deactivated: can(client, "include_deactivated_groups") });
    const isSeen = seenFromOutsideBy(realm, actor?.user_id);
    return { groups: isSeen === undefined ? groups : groupsFromOutside(groups, isSeen) };
  },
  shape: ({ groups }) => ({ realm_user_groups: shapeGroups(groups) }),
});

/** User groups and their members. The endpoints that change them are in `group-actions`. */
export const groups = feature({
  name: "groups",
  schema,
  archive: groupArchive,
  endpoints: [getGroupsEndpoint, getMembersEndpoint, getIsMemberEndpoint, getSubgroupsEndpoint],
  events,
  state: [groupsSlice],
});
