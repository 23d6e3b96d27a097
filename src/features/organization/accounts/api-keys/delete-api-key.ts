import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { notFound } from "../../../../protocol/errors.ts";
import { endKey, endOtherKeys } from "./api-keys.ts";

/** Ends one login of the actor. Not part of Zulip's API. */
export const deleteApiKeyEndpoint = action({
  route: "DELETE /users/me/api_keys/:key_id",
  params: { key_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    if (!endKey(realm, actor.user_id, params.key_id)) throw notFound("API key does not exist");
    return {};
  },
});

/** Ends the actor's logins by API key except the one used for the request, if any. Not part of Zulip's API. */
export const deleteOtherApiKeysEndpoint = action({
  route: "DELETE /users/me/api_keys",
  by: "human",
  params: {},
  reply: { ended: v.number() },
  run: ({ realm, actor }) => ({ ended: endOtherKeys(realm, actor.user_id, actor.key_id ?? 0) }),
});
