import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { checkRecentLogin } from "../../../organization/accounts/authentication/credentials.ts";
import { accessConnection, endToken, makeToken } from "./connections.ts";

/** Creates a second token, which replaces the first once the directory uses it. Only this response contains it. */
export const makeTokenEndpoint = action({
  route: "POST /scim/connections/:connection_id/tokens",
  by: "owner",
  params: { connection_id: integer },
  reply: { token_id: v.number(), token: v.string() },
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    return makeToken(realm, accessConnection(realm, params.connection_id));
  },
});

export const endTokenEndpoint = action({
  route: "DELETE /scim/connections/:connection_id/tokens/:token_id",
  by: "owner",
  params: { connection_id: integer, token_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    checkRecentLogin(realm, actor);
    endToken(realm, accessConnection(realm, params.connection_id), params.token_id);
    return {};
  },
});
