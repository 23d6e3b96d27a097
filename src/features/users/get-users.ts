import * as v from "valibot";
import { shapedAction } from "../../http/endpoint.ts";
import { boolean, json, optional } from "../../http/parameter.ts";
import { listUsers, readUsers } from "./user-list.ts";
import { memberObject, memberSchema } from "./user-object.ts";

export const getUsersEndpoint = shapedAction({
  route: "GET /users",
  by: "spectator",
  params: {
    client_gravatar: optional(boolean, true),
    include_custom_profile_fields: optional(boolean, false),
    user_ids: optional(json(v.array(v.pipe(v.number(), v.integer())))),
  },
  reply: { members: v.array(memberSchema) },
  run: ({ realm, actor, params }) => listUsers(realm, actor, params.user_ids),
  shape({ params, result }) {
    const { client_gravatar, include_custom_profile_fields: profile } = params;
    const options = { viewer: result.viewer, client_gravatar, profile };
    return { members: readUsers(result).known.map((user) => memberObject(user, result.realm, options)) };
  },
});
