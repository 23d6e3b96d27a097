import * as v from "valibot";
import { shapedAction } from "../../../endpoints/endpoint.ts";
import { boolean, optional } from "../../../endpoints/parameter.ts";
import { groupObjectSchema } from "./events.ts";
import { listGroups, shapeGroups } from "./group-list.ts";

export const getGroupsEndpoint = shapedAction({
  route: "GET /user_groups",
  by: "member",
  params: { include_deactivated_groups: optional(boolean, false) },
  reply: { user_groups: v.array(groupObjectSchema) },
  run: ({ realm, params }) => ({ groups: listGroups(realm, { deactivated: params.include_deactivated_groups }) }),
  shape: ({ result }) => ({ user_groups: shapeGroups(result.groups) }),
});
