import { feature } from "../../../feature.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { authenticateKeyHook } from "../../../realm/admission-hooks.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { namedFilesHook } from "../../files/storage/hooks.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { accessUser } from "./access.ts";
import {
  deleteApiKeyEndpoint,
  deleteOtherApiKeysEndpoint,
  fetchApiKeyEndpoint,
  getApiKeysEndpoint,
  regenerateApiKeyEndpoint,
} from "./api-keys/endpoints.ts";
import { userArchive } from "./archive.ts";
import { authenticate } from "./authentication/authenticate.ts";
import { avatarKeysAfter } from "./avatars.ts";
import { takeOverStub } from "./changes.ts";
import { getUserByEmailEndpoint, getUserEndpoint, getUsersEndpoint } from "./endpoints.ts";
import { events } from "./events.ts";
import { loggedInHook, unfinishedLoginsHook, userDeactivatedHook } from "./hooks.ts";
import { schema, usersInBulk } from "./rows.ts";

function noteLogin(realm: Realm, id: UserId): void {
  const user = accessUser(realm, null, id);
  audit(realm, "login.succeeded", { of: accountEntity(user), by: user });
  takeOverStub(realm, user);
}

/** Accounts, their API keys, and the authentication of requests. The endpoints that change accounts are in `actions`. */
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
  endpoints: [
    fetchApiKeyEndpoint,
    regenerateApiKeyEndpoint,
    getApiKeysEndpoint,
    deleteApiKeyEndpoint,
    deleteOtherApiKeysEndpoint,
    getUsersEndpoint,
    getUserEndpoint,
    getUserByEmailEndpoint,
  ],
  events,
  handlers: [
    on(authenticateKeyHook, authenticate),
    on(namedFilesHook, avatarKeysAfter),
    on(loggedInHook, noteLogin),
    on(userDeactivatedHook, (realm, { id }) => realm.run(unfinishedLoginsHook, id)),
  ],
});
