import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { notFound } from "../../../protocol/errors.ts";
import { endKey } from "./api-keys.ts";

/** Ends one login of the actor. Zulip has no such endpoint. */
export const deleteApiKeyEndpoint = action({
  route: "DELETE /users/me/api_keys/:key_id",
  params: { key_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    if (!endKey(realm, actor.user_id, params.key_id)) throw notFound("API key does not exist");
    return {};
  },
});
