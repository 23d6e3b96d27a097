import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import { authenticationFailed, badRequest, onlyLogin, userDeactivated } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hasOnlyLogin } from "../../organization/realm/sign-in.ts";
import { issueKey, loginReply } from "../../organization/users/api-keys/api-keys.ts";
import { isAddressDoubted } from "../../organization/users/authentication/ways-in.ts";
import { loggedInHook } from "../../organization/users/hooks.ts";
import { memberSchema } from "../../organization/users/member-schema.ts";
import { profileOf } from "../../organization/users/profiles.ts";
import { memberObject } from "../../organization/users/user-object.ts";
import { actorOf, findUserByRealEmail, type User } from "../../organization/users/users.ts";
import { accountEntity, auditIfRefused, organizationEntity } from "../../trust/audit-log/audit.ts";
import { type Claims, emailIn, signedClaims, tokenSecret } from "./json-web-token.ts";

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
    const user = accountOf(realm, claims);
    realm.run(loggedInHook, user.id, request);
    const reply = { api_key: issueKey(realm, user.id, request), email: user.delivery_email, user_id: user.id };
    if (!params.include_profile) return reply;
    const options = { viewer: actorOf(user), client_gravatar: false, profile: profileOf(realm, user.id) };
    return { ...reply, user: memberObject(user, realm.id, options) };
  },
});

/** The account that a token names. The audit log keeps a refusal. */
function accountOf(realm: Realm, claims: Claims | null): User {
  const failed = (reason: string, user?: User, name?: string) => {
    const of = user === undefined ? organizationEntity(realm) : accountEntity(user);
    auditIfRefused(realm, "login.failed", { of, details: { method: "JWT", reason, name } });
  };
  const email = emailOf(realm, claims, () => failed("bad token"));
  const user = findUserByRealEmail(realm, email);
  if (user === undefined || user.bot_type !== null) {
    failed("no such account", undefined, email);
    throw authenticationFailed();
  }
  if (user.is_active === 0) {
    failed("deactivated", user);
    throw userDeactivated();
  }
  if (isAddressDoubted(realm, user)) {
    failed("address not confirmed", user);
    throw authenticationFailed();
  }
  return user;
}

function emailOf(realm: Realm, claims: Claims | null, onRefusal: () => void): string {
  try {
    return emailIn(realm, claims);
  } catch (error) {
    onRefusal();
    throw error;
  }
}
