import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional } from "../../../endpoints/parameter.ts";
import { accessGroup } from "./access.ts";
import { directSubgroups, groupsWithin } from "./membership.ts";

export const getSubgroupsEndpoint = action({
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
