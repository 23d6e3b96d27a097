import { shapedAction } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { countLogin, forgetLogins } from "../../organization/users/authentication/login-attempts.ts";
import { accessUserByTicket } from "../second-factor/login-ticket.ts";
import { useCode } from "../second-factor/second-factor.ts";
import { waitingSchema } from "./attempt.ts";
import { findAccount, linkByAddress } from "./external-logins.ts";
import { arrive } from "./goal.ts";
import { grant } from "./grant.ts";
import { accessProvider } from "./providers/providers.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { unseal } from "./seal.ts";
import { showStep, stepReply } from "./shown-arrival.ts";

/** Ends a login at a provider by a code of the second factor, which the organization wants of the account (factors.md 1). */
export const endWithCodeEndpoint = shapedAction({
  route: "POST /external_login/:provider/second_factor",
  by: "anyone",
  internal: true,
  params: { provider: text("id"), waiting: text("token"), login_ticket: text("id"), code: text("word") },
  reply: stepReply,
  plan({ realm, params, request }) {
    const provider = accessProvider(realm, params.provider);
    // The attempt is counted as one at the password is: what `run` counted would be undone with its refusal.
    countLogin(realm, accessUserByTicket(realm, params.login_ticket).delivery_email, request);
    return provider;
  },
  prepare: ({ plan: provider, params, request: { origin } }) =>
    unseal(params.waiting, waitingSchema, { purpose: "second factor", provider, origin }),
  run({ realm, params, prepared: { login_ticket, goal, login, identity }, request }) {
    // The ticket says who logs in, and what the browser keeps says what for: both have to be of one login.
    if (login_ticket !== params.login_ticket) throw new ExternalLoginRefused("state");
    const user = accessUserByTicket(realm, login_ticket);
    useCode(realm, user, params.code);
    forgetLogins(realm, user.delivery_email, request);
    // Another account may have been linked since the provider was asked.
    const found = identity && findAccount(realm, identity);
    if (found !== undefined && found.user.id !== user.id) throw new ExternalLoginRefused("state");
    if (identity !== undefined && found?.isLinked === false) linkByAddress(realm, user, { identity, gaveCode: true });
    const provider = accessProvider(realm, params.provider);
    const now = identity === undefined ? user : grant(realm, provider, user, identity);
    return { arrival: arrive(realm, now, { goal, request, login }), provider };
  },
  shape: ({ result, request }) => showStep(result, result.provider, request),
});
