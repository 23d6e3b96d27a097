import * as v from "valibot";
import { shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { optional, text, textOf } from "../../../endpoints/parameter.ts";
import { loginCookies } from "../../../pages/cookies.ts";
import { onlyLogin } from "../../../protocol/errors.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { hasOnlyLogin } from "../../organization/realm/sign-in.ts";
import { checkPasswordStrength, hashPassword } from "../../organization/users/authentication/password.ts";
import { emailSchema } from "../../organization/users/email.ts";
import { fullNameSchema } from "../../organization/users/full-name.ts";
import { startSession } from "../logins/sessions.ts";
import { owesSecondFactor } from "../second-factor/second-factor.ts";
import { acceptInvitation, accessInvitationByKey, checkNewAccount } from "./join.ts";

/** Accepts the invitation of a key: creates the account and starts its session. An endpoint of this server's own. */
export const acceptInvitationEndpoint = shapedAction({
  route: "POST /join/:key",
  by: "anyone",
  params: {
    key: text("token"),
    full_name: textOf(fullNameSchema),
    password: text("password"),
    email: optional(textOf(emailSchema)),
    // The clock of the account follows it.
    locale: optional(text("word")),
  },
  reply: { user_id: v.number(), email: v.string() },
  plan({ realm, params }) {
    if (hasOnlyLogin(realm)) throw onlyLogin();
    const email = checkNewAccount(realm, accessInvitationByKey(realm, params.key), params);
    checkPasswordStrength(params.password, [params.full_name, email, realmSettings(realm).name]);
  },
  prepare: ({ params, ...worker }) => hashPassword(params.password, worker),
  run({ realm, params, prepared: passwordHash, request }) {
    if (hasOnlyLogin(realm)) throw onlyLogin();
    // Another request may have used the invitation, the address or the name since `plan`.
    const invitation = accessInvitationByKey(realm, params.key);
    const email = checkNewAccount(realm, invitation, params);
    const { full_name, locale } = params;
    const user = acceptInvitation(realm, invitation, { email, full_name, passwordHash, locale });
    const token = startSession(realm, user.id, request, { owesSetup: owesSecondFactor(realm, user) });
    return { user_id: user.id, email: user.delivery_email, token };
  },
  shape: ({ result: { token, ...account }, request }) => new WithHeaders(account, loginCookies(token, request)),
});
