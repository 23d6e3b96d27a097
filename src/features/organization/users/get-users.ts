import * as v from "valibot";
import { shapedAction } from "../../../endpoints/endpoint.ts";
import { boolean, json, optional } from "../../../endpoints/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { memberSchema } from "./member-schema.ts";
import { listedMember, listUsers, readUsers } from "./user-list.ts";

export const getUsersEndpoint = shapedAction({
  route: "GET /users",
  by: "spectator",
  params: {
    client_gravatar: optional(boolean, true),
    include_custom_profile_fields: optional(boolean, false),
    user_ids: optional(json(boundedList(v.pipe(v.number(), v.integer()), "ids"))),
  },
  reply: { members: v.array(memberSchema) },
  run: ({ realm, actor, params }) =>
    listUsers(realm, actor, { ids: params.user_ids, profiles: params.include_custom_profile_fields }),
  shape({ params: { client_gravatar }, result }) {
    const { known, profileOf } = readUsers(result);
    const members = known.map((user) => listedMember(user, result, { client_gravatar, profile: profileOf(user) }));
    return { members };
  },
});
