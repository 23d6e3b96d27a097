import { action } from "../../http/endpoint.ts";
import { text } from "../../http/parameter.ts";
import { authenticationFailed, badRequest, userDeactivated } from "../../protocol/errors.ts";
import { issueKey, loginReply } from "./api-keys.ts";
import { userByDeliveryEmail } from "./rows.ts";

/** A login without a password, for developers: it works only where the deployment says so. */
export const devFetchApiKeyEndpoint = action({
  route: "POST /dev_fetch_api_key",
  by: "anyone",
  params: { username: text },
  reply: loginReply,
  run({ realm, params, request }) {
    if (!realm.config.devLogin) throw badRequest("DevAuthBackend not enabled.");
    const user = userByDeliveryEmail.first(realm.sql, { email: params.username });
    if (user === undefined || user.bot_type !== null) throw authenticationFailed();
    if (user.is_active === 0) throw userDeactivated();
    return { api_key: issueKey(realm, user.id, request.client), email: user.delivery_email, user_id: user.id };
  },
});
