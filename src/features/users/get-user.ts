import { action } from "../../http/endpoint.ts";
import { boolean, integer, optional, text } from "../../http/parameter.ts";
import { accessUser, accessUserByEmail } from "./access.ts";
import { memberObject, memberSchema } from "./user-object.ts";

const params = { client_gravatar: optional(boolean, true), include_custom_profile_fields: optional(boolean, false) };
const reply = { user: memberSchema };

const optionsOf = (params: { client_gravatar: boolean; include_custom_profile_fields: boolean }) => ({
  client_gravatar: params.client_gravatar,
  profile: params.include_custom_profile_fields,
});

export const getUserEndpoint = action({
  route: "GET /users/:user_id",
  params: { user_id: integer, ...params },
  reply,
  run: ({ realm, actor, params }) => ({
    user: memberObject(accessUser(realm, actor, params.user_id), realm.id, { viewer: actor, ...optionsOf(params) }),
  }),
});

export const getUserByEmailEndpoint = action({
  route: "GET /users/:email",
  params: { email: text, ...params },
  reply,
  run: ({ realm, actor, params }) => ({
    user: memberObject(accessUserByEmail(realm, actor, params.email), realm.id, {
      viewer: actor,
      ...optionsOf(params),
    }),
  }),
});
