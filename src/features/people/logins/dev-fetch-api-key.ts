import { shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { loginCookies } from "../../../pages/cookies.ts";
import { authenticationFailed, badRequest, userDeactivated } from "../../../protocol/errors.ts";
import { isMethodOn } from "../../organization/realm/sign-in.ts";
import { issueKey, loginReply } from "../../organization/users/api-keys/api-keys.ts";
import { findUserByRealEmail } from "../../organization/users/users.ts";
import { startSession } from "./sessions.ts";

/** Zulip's developer login: an API key and a session without a password, only where the deployment allows it. */
export const devFetchApiKeyEndpoint = shapedAction({
  route: "POST /dev_fetch_api_key",
  by: "anyone",
  loopbackOnly: ({ devLogin }) => devLogin,
  params: { username: text("address") },
  reply: loginReply,
  run({ realm, params, request }) {
    if (!isMethodOn(realm, "Dev")) throw badRequest("DevAuthBackend not enabled.");
    const user = findUserByRealEmail(realm, params.username);
    if (user === undefined || user.bot_type !== null) throw authenticationFailed();
    if (user.is_active === 0) throw userDeactivated();
    const { id, delivery_email } = user;
    return { id, delivery_email, key: issueKey(realm, id, request), token: startSession(realm, id, request) };
  },
  shape: ({ result: { id, delivery_email, key, token }, request }) =>
    new WithHeaders({ api_key: key, email: delivery_email, user_id: id }, loginCookies(token, request)),
});
