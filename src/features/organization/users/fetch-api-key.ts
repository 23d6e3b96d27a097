import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { issueKey, loginReply } from "./api-keys.ts";
import { beginLogin, checkLogin, finishLogin } from "./password-login.ts";

export const fetchApiKeyEndpoint = action({
  route: "POST /fetch_api_key",
  by: "anyone",
  params: { username: text("address"), password: text("password") },
  reply: loginReply,
  plan: ({ realm, params }) => ({ hash: beginLogin(realm, params.username) }),
  prepare: ({ plan, params }) => checkLogin(params.password, plan.hash),
  run({ realm, params, prepared: verified, request }) {
    const user = finishLogin(realm, params.username, verified);
    return { api_key: issueKey(realm, user.id, request), email: user.delivery_email, user_id: user.id };
  },
});
