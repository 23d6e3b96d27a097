import * as v from "valibot";
import { shapedAction } from "../../http/endpoint.ts";
import { boolean, json, optional } from "../../http/parameter.ts";
import { memberObject, memberSchema } from "./user-object.ts";
import { systemBotIds, usersInPieces, usersOfPiece } from "./users.ts";

export const getUsersEndpoint = shapedAction({
  route: "GET /users",
  by: "spectator",
  params: {
    client_gravatar: optional(boolean, true),
    include_custom_profile_fields: optional(boolean, false),
    user_ids: optional(json(v.array(v.pipe(v.number(), v.integer())))),
  },
  reply: { members: v.array(memberSchema) },
  run({ realm, actor, params: { user_ids } }) {
    return {
      pieces: usersInPieces(realm, user_ids),
      realm: realm.id,
      viewer: actor && { user_id: actor.user_id, role: actor.role },
      systemBots: [...systemBotIds(realm)],
    };
  },
  shape({ params, result: { pieces, realm, viewer, systemBots } }) {
    const { client_gravatar, include_custom_profile_fields: profile } = params;
    const users = pieces.flatMap(usersOfPiece).filter((user) => !systemBots.includes(user.id));
    return { members: users.map((user) => memberObject(user, realm, { viewer, client_gravatar, profile })) };
  },
});
