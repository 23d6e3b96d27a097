import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { boolean, integer, json, optional, text } from "../../../api/parameter.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessUser, accessUserByEmail } from "./access.ts";
import type { User } from "./accounts.ts";
import { memberSchema } from "./member-schema.ts";
import { profileOf } from "./profiles.ts";
import { spectatorMember } from "./unknown-user.ts";
import { listedMember, listUsers, readUsers } from "./user-list.ts";
import { memberObject, type Viewer } from "./user-object.ts";

export const getUsersEndpoint = shapedAction({
  route: "GET /users",
  outside: true,
  by: "spectator",
  params: {
    client_gravatar: optional(boolean, true),
    include_custom_profile_fields: optional(boolean, false),
    user_ids: optional(json(boundedList(v.pipe(v.number(), v.integer()), "ids"))),
  },
  reply: { members: v.array(memberSchema) },
  run: ({ realm, actor, params }) =>
    listUsers(realm, actor, {
      ids: params.user_ids,
      profiles: params.include_custom_profile_fields && actor?.outside !== true,
    }),
  shape({ params: { client_gravatar }, result }) {
    const { known, profileOf } = readUsers(result);
    const members = known.map((user) => listedMember(user, result, { client_gravatar, profile: profileOf(user) }));
    return { members };
  },
});

const params = { client_gravatar: optional(boolean, true), include_custom_profile_fields: optional(boolean, false) };
const reply = { user: memberSchema };

interface Options {
  readonly client_gravatar: boolean;
  readonly include_custom_profile_fields: boolean;
}

function userReply(realm: Realm, viewer: Viewer | null, user: User, options: Options) {
  const isOutside = viewer?.outside === true;
  const profile = options.include_custom_profile_fields && !isOutside ? profileOf(realm, user.id) : null;
  const member = memberObject(user, realm.id, { viewer, client_gravatar: options.client_gravatar, profile });
  return { user: isOutside ? spectatorMember(user, member, { realm: realm.id, host: realm.host }) : member };
}

export const getUserEndpoint = action({
  route: "GET /users/:user_id",
  outside: true,
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
