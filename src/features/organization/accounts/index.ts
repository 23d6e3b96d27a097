import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { boolean, integer, json, optional, text, type Values } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { authenticateKeyHook } from "../../../realm/admission-hooks.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { namedFilesHook } from "../../files/storage/hooks.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { accessUser, accessUserByEmail } from "./access.ts";
import type { User } from "./accounts.ts";
import { apiKeyEndpoints } from "./api-keys/endpoints.ts";
import { userArchive } from "./archive.ts";
import { authenticate } from "./authentication/authenticate.ts";
import { avatarKeysAfter } from "./avatars.ts";
import { takeOverStub } from "./changes.ts";
import { events } from "./events.ts";
import { loggedInHook, unfinishedLoginsHook, userDeactivatedHook } from "./hooks.ts";
import { memberSchema } from "./member-schema.ts";
import { profileOf } from "./profiles.ts";
import { schema, usersInBulk } from "./rows.ts";
import { spectatorMember } from "./unknown-user.ts";
import { listedMember, listUsers, readUsers } from "./user-list.ts";
import { memberObject, type Viewer } from "./user-object.ts";

const getUsersEndpoint = shapedAction({
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

function userReply(realm: Realm, viewer: Viewer | null, user: User, options: Values<typeof params>) {
  const isOutside = viewer?.outside === true;
  const profile = options.include_custom_profile_fields && !isOutside ? profileOf(realm, user.id) : null;
  const member = memberObject(user, realm.id, { viewer, client_gravatar: options.client_gravatar, profile });
  return { user: isOutside ? spectatorMember(user, member, { realm: realm.id, host: realm.host }) : member };
}

const getUserEndpoint = action({
  route: "GET /users/:user_id",
  outside: true,
  params: { user_id: integer, ...params },
  reply,
  run: ({ realm, actor, params }) => userReply(realm, actor, accessUser(realm, actor, params.user_id), params),
});

const getUserByEmailEndpoint = action({
  route: "GET /users/:email",
  params: { email: text("address"), ...params },
  reply,
  run: ({ realm, actor, params }) => userReply(realm, actor, accessUserByEmail(realm, actor, params.email), params),
});

function noteLogin(realm: Realm, id: UserId): void {
  const user = accessUser(realm, null, id);
  audit(realm, "login.succeeded", { of: accountEntity(user), by: user });
  takeOverStub(realm, user);
}

/** Accounts, their API keys, and the authentication of requests. Endpoints that change accounts: `account-actions`. */
export const users = feature({
  name: "users",
  schema,
  personal: {
    user_settings: { user: "user_id" },
    passwords: { user: "user_id" },
    api_keys: { user: "user_id" },
    confirmed_addresses: { user: "user_id" },
    given_addresses: { user: "user_id" },
    known_browsers: { user: "user_id" },
    user_uuids: { user: "user_id" },
    login_attempts: { address: "username" },
  },
  archive: userArchive,
  bulk: [usersInBulk],
  endpoints: [...apiKeyEndpoints, getUsersEndpoint, getUserEndpoint, getUserByEmailEndpoint],
  events,
  handlers: [
    on(authenticateKeyHook, authenticate),
    on(namedFilesHook, avatarKeysAfter),
    on(loggedInHook, noteLogin),
    on(userDeactivatedHook, (realm, { id }) => realm.run(unfinishedLoginsHook, id)),
  ],
});
