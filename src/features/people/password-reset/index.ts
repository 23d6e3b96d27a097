import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { boolean, integer, optional, text, textParameter } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { loginCookies } from "../../../html-pages/cookies.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { on } from "../../../realm/realm.ts";
import { canSendMail } from "../../email/email.ts";
import { checkMayActAs } from "../../organization/account-actions/act-as.ts";
import { accessUserToChange } from "../../organization/accounts/access.ts";
import { checkWayInChange, confirmAddress } from "../../organization/accounts/authentication/credentials.ts";
import { checkPasswordStrength, hashPassword } from "../../organization/accounts/authentication/password.ts";
import { emailSchema } from "../../organization/accounts/email.ts";
import { passwordLinkGivenHook, unfinishedLoginsHook } from "../../organization/accounts/hooks.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { startSession } from "../sessions/sessions.ts";
import { secondFactorCheck } from "../two-factor/two-factor.ts";
import { accessReset, forgetReset, makePasswordLink, requestPasswordReset, resetPassword } from "./password-reset.ts";
import { resetPages } from "./reset-pages.ts";
import { schema } from "./rows.ts";

/** Emails a key for a new password to a user who forgot theirs. Not part of Zulip's API. */
const requestResetEndpoint = action({
  route: "POST /password_reset",
  by: "anyone",
  params: { email: textParameter(emailSchema) },
  run: ({ realm, params, request }) => requestPasswordReset(realm, params.email, request.address),
});

/** Returns the account whose password an emailed key sets. Not part of Zulip's API. */
const getResetEndpoint = action({
  route: "GET /password_reset/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: { email: v.string() },
  run: ({ realm, params }) => ({ email: accessReset(realm, params.key).user.delivery_email }),
});

/**
 * Sets a new password with an emailed key. Starts a session unless the account has two-factor authentication, because
 * access to a user's email is only one factor. Not part of Zulip's API.
 */
const resetPasswordEndpoint = shapedAction({
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
    const standing = secondFactorCheck(realm, user, undefined);
    const owesSetup = standing === "setup wanted";
    const token =
      owesSetup || standing === "complete" ? startSession(realm, user.id, request, { owesSetup }) : undefined;
    return { email: user.delivery_email, user_id: user.id, token };
  },
  shape: ({ result: { token, ...account }, request }) =>
    new WithHeaders(account, token === undefined ? [] : loginCookies(token, request)),
});

/**
 * Creates a link for a user to choose a new password, if the server sends no email. Anyone who has the link can get
 * into the account, so its creator needs all permissions of the account and a recent login. Not part of Zulip's API.
 */
const makePasswordLinkEndpoint = action({
  route: "POST /users/:user_id/password_link",
  by: "administrator",
  params: { user_id: integer },
  reply: { url: v.string(), expires_at: v.number() },
  run({ realm, actor, params }) {
    const user = accessUserToChange(realm, actor, params.user_id);
    if (user.id === actor.user_id) throw badRequest("You can't do this for your own account.");
    checkMayActAs(realm, actor, user);
    checkWayInChange(realm, actor, { way: "password", act: "change", of: user });
    if (canSendMail(realm)) throw badRequest("This server sends mail: they can ask for a link where they log in.");
    realm.log.info("password_link_made", { account: user.id, by: actor.user_id });
    realm.run(passwordLinkGivenHook, user);
    return makePasswordLink(realm, user, actor.full_name);
  },
});

/** New passwords for users who forgot theirs, by email, or through a link that someone else passes on. */
export const passwordReset = feature({
  name: "password-reset",
  schema,
  personal: { password_resets: { user: "user_id" }, password_reset_letters: { address: "email" } },
  archive: {
    leftOut: {
      password_resets: "of the moment: the letter names the old server",
      password_reset_letters: "of the moment",
    },
  },
  endpoints: [requestResetEndpoint, getResetEndpoint, resetPasswordEndpoint, makePasswordLinkEndpoint],
  pages: resetPages,
  handlers: [on(unfinishedLoginsHook, forgetReset)],
});
