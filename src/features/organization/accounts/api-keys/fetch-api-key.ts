import { action } from "../../../../api/endpoint.ts";
import { optional, text } from "../../../../api/parameter.ts";
import { beginLogin, checkComplete, checkLogin, finishLogin } from "../authentication/password-login.ts";
import { loggedInHook } from "../hooks.ts";
import { issueKey, loginReply } from "./api-keys.ts";

export const fetchApiKeyEndpoint = action({
  route: "POST /fetch_api_key",
  by: "anyone",
  params: {
    username: text("address"),
    password: text("password"),
    /** Two-factor code, for accounts that need one. Not part of Zulip's API. */
    second_factor_code: optional(text("word")),
  },
  reply: loginReply,
  plan: ({ realm, params, request }) => ({ hash: beginLogin(realm, params.username, request) }),
  prepare: ({ plan, params, ...worker }) => checkLogin(params.password, plan.hash, worker),
  run({ realm, params, prepared: verified, request }) {
    const { username, second_factor_code: code } = params;
    const { user, standing } = finishLogin(realm, { username, verified, code, request });
    checkComplete(standing);
    realm.run(loggedInHook, user.id, request);
    return { api_key: issueKey(realm, user.id, request), email: user.delivery_email, user_id: user.id };
  },
});
