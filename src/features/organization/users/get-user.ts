import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional, text } from "../../../endpoints/parameter.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser, accessUserByEmail } from "./access.ts";
import { memberSchema } from "./member-schema.ts";
import { profileOf } from "./profiles.ts";
import { memberObject, type Viewer } from "./user-object.ts";
import type { User } from "./users.ts";

const params = { client_gravatar: optional(boolean, true), include_custom_profile_fields: optional(boolean, false) };
const reply = { user: memberSchema };

interface Options {
  readonly client_gravatar: boolean;
  readonly include_custom_profile_fields: boolean;
}

const userReply = (realm: Realm, viewer: Viewer | null, user: User, options: Options) => ({
  user: memberObject(user, realm.id, {
    viewer,
    client_gravatar: options.client_gravatar,
    profile: options.include_custom_profile_fields ? profileOf(realm, user.id) : null,
  }),
});

export const getUserEndpoint = action({
  route: "GET /users/:user_id",
  params: { user_id: integer, ...params },
  reply,
  run: ({ realm, actor, params }) => userReply(realm, actor, accessUser(realm, actor, params.user_id), params),
});

export const getUserByEmailEndpoint = action({
  route: "GET /users/:email",
  params: { email: text("address"), ...params },
  reply,
  run: ({ realm, actor, params }) => userReply(realm, actor, accessUserByEmail(realm, actor, params.email), params),
});
