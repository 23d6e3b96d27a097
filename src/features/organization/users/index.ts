import { feature } from "../../../feature.ts";
import { authenticateKeyHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { namedFilesHook } from "../../files/storage/public.ts";
import { userArchive } from "./archive.ts";
import { authenticate } from "./authenticate.ts";
import { avatarKeysAfter } from "./avatars.ts";
import { deleteApiKeyEndpoint, deleteOtherApiKeysEndpoint } from "./delete-api-key.ts";
import { events } from "./events.ts";
import { fetchApiKeyEndpoint } from "./fetch-api-key.ts";
import { getApiKeysEndpoint } from "./get-api-keys.ts";
import { getUserByEmailEndpoint, getUserEndpoint } from "./get-user.ts";
import { getUsersEndpoint } from "./get-users.ts";
import { unfinishedLoginsHook, userDeactivatedHook } from "./hooks.ts";
import { regenerateApiKeyEndpoint } from "./regenerate-api-key.ts";
import { schema, usersInBulk } from "./rows.ts";

/** Accounts, their API keys, and the authentication of requests. The endpoints that change accounts are in `actions`. */
export const users = feature({
  name: "users",
  schema,
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
    on(userDeactivatedHook, (realm, { id }) => realm.run(unfinishedLoginsHook, id)),
  ],
});
