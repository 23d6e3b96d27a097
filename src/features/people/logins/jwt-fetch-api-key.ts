import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import { authenticationFailed, badRequest, onlyLogin, userDeactivated } from "../../../protocol/errors.ts";
import { hasOnlyLogin } from "../../organization/realm/public.ts";
import {
  actorOf,
  findUserByRealEmail,
  issueKey,
  loggedInHook,
  loginReply,
  memberObject,
  memberSchema,
  profileOf,
} from "../../organization/users/public.ts";
import { emailIn, signedClaims, tokenSecret } from "./json-web-token.ts";

export const jwtFetchApiKeyEndpoint = action({
  route: "POST /jwt/fetch_api_key",
  by: "anyone",
  params: { token: optional(text("token"), ""), include_profile: optional(boolean, false) },
  reply: { ...loginReply, user: v.optional(memberSchema) },
  plan({ realm: { config, identity }, params: { token } }) {
    const { subdomain } = identity;
    if (tokenSecret(config, subdomain) === undefined) {
      throw badRequest("JWT authentication is not enabled for this organization");
    }
    if (token === "") throw badRequest("No JSON web token passed in request");
    return { subdomain };
  },
  prepare: ({ plan, params, config }) => signedClaims(params.token, tokenSecret(config, plan.subdomain)),
  run({ realm, params, prepared: claims, request }) {
    if (hasOnlyLogin(realm)) throw onlyLogin();
    const user = findUserByRealEmail(realm, emailIn(realm, claims));
    if (user === undefined || user.bot_type !== null) throw authenticationFailed();
    if (user.is_active === 0) throw userDeactivated();
    realm.run(loggedInHook, user.id, request);
    const reply = { api_key: issueKey(realm, user.id, request), email: user.delivery_email, user_id: user.id };
    if (!params.include_profile) return reply;
    const options = { viewer: actorOf(user), client_gravatar: false, profile: profileOf(realm, user.id) };
    return { ...reply, user: memberObject(user, realm.id, options) };
  },
});
