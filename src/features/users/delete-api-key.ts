import { action } from "../../http/endpoint.ts";
import { integer } from "../../http/parameter.ts";
import { notFound } from "../../protocol/errors.ts";
import { deleteKey } from "./rows.ts";

/** Our own: ends one login, here or elsewhere. */
export const deleteApiKeyEndpoint = action({
  route: "DELETE /users/me/api_keys/:key_id",
  params: { key_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const gone = deleteKey.first(realm.sql, { user: actor.user_id, id: params.key_id });
    if (gone === undefined) throw notFound("API key does not exist");
    return {};
  },
});
