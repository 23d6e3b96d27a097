import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional } from "../../../endpoints/parameter.ts";
import { accessUser } from "../users/access.ts";
import { accessGroup } from "./access.ts";
import { directMembers, membersWithin } from "./membership.ts";

const direct_member_only = optional(boolean, false);

export const getMembersEndpoint = action({
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

export const getIsMemberEndpoint = action({
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
