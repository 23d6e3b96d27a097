import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import { loginCookies } from "../../../pages/cookies.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { checkPasswordStrength, hashPassword } from "../../organization/users/authentication/password.ts";
import { confirmAddress } from "../../organization/users/authentication/ways-in.ts";
import { startSession } from "../logins/sessions.ts";
import { loginStanding } from "../second-factor/login-standing.ts";
import { accessReset, resetPassword } from "./password-reset.ts";

/** The account that a mailed key sets the password of. An endpoint of this server's own. */
export const getResetEndpoint = action({
  route: "GET /password_reset/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { email: v.string() },
  run: ({ realm, params }) => ({ email: accessReset(realm, params.key).user.delivery_email }),
});

/**
 * Sets a new password by a mailed key, and starts a session, unless the account has a second factor: whoever reads somebody's
 * letters may not have it. An endpoint of this server's own.
 */
export const resetPasswordEndpoint = shapedAction({
  route: "POST /password_reset/:key",
  by: "anyone",
  params: { key: text("token"), password: text("password"), end_api_keys: optional(boolean, true) },
  reply: { email: v.string(), user_id: v.number() },
  plan({ realm, params }) {
    const { full_name, delivery_email } = accessReset(realm, params.key).user;
    checkPasswordStrength(params.password, [full_name, delivery_email, realmSettings(realm).name]);
  },
  prepare: ({ params, ...worker }) => hashPassword(params.password, worker),
  run({ realm, params, prepared: passwordHash, request }) {
    // Another request may have used the key since `plan`.
    const { user, provesAddress } = accessReset(realm, params.key);
    resetPassword(realm, user, { passwordHash, endsKeys: params.end_api_keys, request });
    if (provesAddress) confirmAddress(realm, user);
    const standing = loginStanding(realm, user, undefined);
    const owesSetup = standing === "setup wanted";
    const token =
      owesSetup || standing === "complete" ? startSession(realm, user.id, request, { owesSetup }) : undefined;
    return { email: user.delivery_email, user_id: user.id, token };
  },
  shape: ({ result: { token, ...account }, request }) =>
    new WithHeaders(account, token === undefined ? [] : loginCookies(token, request)),
});
