import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { integer, optional, text, textParameter } from "../../../api/parameter.ts";
import { loginCookies } from "../../../html-pages/cookies.ts";
import { badRequest, notFound, raise } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessSelfToChange } from "../../organization/accounts/authentication/credentials.ts";
import {
  countAttemptFrom,
  countLogin,
  forgetAttemptsFrom,
  forgetLogins,
} from "../../organization/accounts/authentication/login-attempts.ts";
import { fullNameSchema } from "../../organization/accounts/full-name.ts";
import { allProviders } from "../../organization/organization-settings/login-methods.ts";
import { auditedAsService } from "../../trust/audit-log/audit.ts";
import { endServiceSessions, startSession } from "../sessions/sessions.ts";
import { accessUserByTicket } from "../two-factor/login-ticket.ts";
import { useCode } from "../two-factor/two-factor.ts";
import { joiningSchema, waitingSchema } from "./attempt.ts";
import { accessProvider, startLogin } from "./begin-login.ts";
import { externalLoginSchema } from "./external-login-schema.ts";
import { continueLogin, finishLogin, OWN_SETTINGS } from "./finish-login.ts";
import { accessEntrance, joinByLogin } from "./joining.ts";
import { showStep, stepReply } from "./login-step.ts";
import { explained } from "./providers/identify.ts";
import { readLogoutToken } from "./providers/logout-token.ts";
import { toAskedProvider } from "./providers/provider-fetch.ts";
import { ExternalLoginRefused } from "./refused.ts";
import { unseal } from "./seal.ts";
import { endLogin, findAccount, grant, isLinked, linkByAddress, listLogins } from "./sso-login.ts";
import { accessUserByDesktopToken, endTicketsOf, useOnce } from "./tickets.ts";
import { withVouched } from "./vouching.ts";

/** Creates the account of a user who has logged in at a provider and entered their name. */
const joinByLoginEndpoint = shapedAction({
  route: "POST /external_login/:provider/join",
  by: "anyone",
  internal: true,
  params: {
    provider: text("id"),
    joining: text("token"),
    full_name: textParameter(fullNameSchema),
    locale: optional(text("word")),
  },
  reply: stepReply,
  plan: ({ realm, params }) => accessProvider(realm, params.provider),
  prepare: ({ plan: provider, params, request: { origin } }) =>
    unseal(params.joining, joiningSchema, { purpose: "joining", provider, origin }),
  run({ realm, params, prepared: { identity: reported, goal }, request }) {
    const provider = accessProvider(realm, params.provider, reported.login);
    const identity = withVouched(provider, reported);
    if (isLinked(realm, identity)) throw new ExternalLoginRefused("used");
    // The invitation may have been revoked, or the address taken, since the provider was asked.
    const entrance = accessEntrance(realm, provider, identity, goal);
    const user = joinByLogin(realm, entrance, { identity, full_name: params.full_name, locale: params.locale });
    const granted = grant(realm, provider, user, identity);
    return { ...continueLogin(realm, provider, granted, { goal, request, login: identity.login }), provider };
  },
  shape: ({ result, request }) => showStep(result, result.provider, request),
});

/**
 * Completes a login at a provider with a two-factor code, if the organization requires one for the account (factors.md
 * 1).
 */
const endWithCodeEndpoint = shapedAction({
  route: "POST /external_login/:provider/second_factor",
  by: "anyone",
  internal: true,
  params: { provider: text("id"), waiting: text("token"), login_ticket: text("id"), code: text("word") },
  reply: stepReply,
  plan({ realm, params, request }) {
    const provider = accessProvider(realm, params.provider);
    // Counts as a password attempt. Counted here, because the count would be undone if `run` failed.
    countLogin(realm, accessUserByTicket(realm, params.login_ticket, "service").delivery_email, request);
    return provider;
  },
  prepare: ({ plan: provider, params, request: { origin } }) =>
    unseal(params.waiting, waitingSchema, { purpose: "second factor", provider, origin }),
  run({ realm, params, prepared: { login_ticket, goal, login, identity: reported }, request }) {
    // The ticket identifies the account, and the browser's data the purpose of the login. Both must belong to the same
    // login.
    if (login_ticket !== params.login_ticket) throw new ExternalLoginRefused("state");
    const user = accessUserByTicket(realm, login_ticket, "service");
    useCode(realm, user, params.code);
    forgetLogins(realm, user.delivery_email, request);
    const provider = accessProvider(realm, params.provider, login);
    const identity = reported && withVouched(provider, reported);
    // The address may have changed, or another account may have been linked, since the provider was asked.
    const found = identity && findAccount(realm, identity);
    if (identity !== undefined && found?.user.id !== user.id) throw new ExternalLoginRefused("state");
    if (identity !== undefined && found?.isLinked === false) linkByAddress(realm, user, { identity, gaveCode: true });
    const now = identity === undefined ? user : grant(realm, provider, user, identity);
    return { arrival: finishLogin(realm, now, { goal, request, login }), provider };
  },
  shape: ({ result, request }) => showStep(result, result.provider, request),
});

/** Starts the desktop app's session with the token that was copied into it. */
const desktopLoginEndpoint = shapedAction({
  route: "POST /desktop_login/:token",
  by: "anyone",
  internal: true,
  params: { token: text("id") },
  run({ realm, params, request }) {
    const { user, login } = accessUserByDesktopToken(realm, params.token, request.browser);
    return { token: startSession(realm, user.id, request, { login }) };
  },
  shape: ({ result: { token }, request }) => new WithHeaders({}, loginCookies(token, request)),
});

/** Returns the login services linked to the actor's account. Not part of Zulip's API. */
const getExternalLoginsEndpoint = action({
  route: "GET /users/me/external_logins",
  by: "human",
  reply: { external_logins: v.array(externalLoginSchema) },
  run: ({ realm, actor }) => ({
    external_logins: listLogins(realm, actor.user_id).map(({ method: _, ...login }) => login),
  }),
});

/**
 * Starts linking the actor's account to a service: returns the service's URL, and the cookie that binds the request to
 * the browser. Not part of Zulip's API.
 */
const beginLinkEndpoint = shapedAction({
  route: "POST /users/me/external_logins",
  by: "human",
  params: { provider: text("id") },
  reply: { url: v.string() },
  run({ realm, actor, params }) {
    accessSelfToChange(realm, actor, { way: "linked service", act: "add" });
    const provider = accessProvider(realm, params.provider);
    const { issuer, name } = provider;
    if (listLogins(realm, actor.user_id).some((login) => login.issuer === issuer)) {
      throw badRequest(`Your account is linked to ${name} already. Unlink it first.`);
    }
    return { provider, link: { user_id: actor.user_id, session_id: actor.session_id ?? 0 } };
  },
  async shape({ result: { provider, link }, request, ...worker }) {
    const goal = { next: OWN_SETTINGS, link };
    const { url, cookie } = await startLogin(provider, goal, { origin: request.origin, choose: true, ...worker });
    return new WithHeaders({ url }, [cookie]);
  },
});

/** Unlinks an external login from the account. Not part of Zulip's API. */
const deleteExternalLoginEndpoint = action({
  route: "DELETE /users/me/external_logins/:login_id",
  by: "human",
  params: { login_id: integer },
  run({ realm, actor, params }) {
    const user = accessSelfToChange(realm, actor, { way: "linked service", act: "take" });
    endLogin(realm, user, params.login_id);
  },
});

const FAILURES = "logout tokens";
/** Maximum rejected tokens from one address within half an hour. */
const MAX_FAILURES = 30;

/** Returns the provider with an id, even if it is off, because sessions started through it may still exist. */
const anyProvider = (realm: Realm, id: string) =>
  allProviders(realm).find((other) => other.id === id && other.protocol === "openid") ??
  raise(notFound("This organization doesn't have that login method."));

/**
 * Ends the sessions of logins that a service reports as ended, in a token signed by the service (OpenID Connect
 * Back-Channel Logout). API keys stay, because they aren't sessions.
 */
const logOutByServiceEndpoint = action({
  route: "POST /external_login/:provider/logout",
  by: "anyone",
  params: { provider: text("id"), logout_token: text("token") },
  plan({ realm, params, request: { address } }) {
    const provider = anyProvider(realm, params.provider);
    countAttemptFrom(realm, address, FAILURES, MAX_FAILURES);
    return provider;
  },
  prepare: ({ plan: provider, params, log, ...worker }) =>
    explained(provider, log, () => readLogoutToken(toAskedProvider(provider, worker), params.logout_token)),
  run({ realm, params, prepared: { jti, sid, subject }, request }) {
    const { id, name, issuer, connection } = anyProvider(realm, params.provider);
    useOnce(realm, `logout ${id} ${jti}`);
    forgetAttemptsFrom(realm, request.address, FAILURES);
    endTicketsOf(realm, { issuer, sid, subject });
    auditedAsService(realm, { id: connection, name }, () => {
      const sessions = endServiceSessions(realm, { issuer, sid, subject });
      realm.log.info("logged_out_by_service", { provider: id, sessions });
    });
  },
});

export const ssoLoginEndpoints = [
  joinByLoginEndpoint,
  endWithCodeEndpoint,
  desktopLoginEndpoint,
  getExternalLoginsEndpoint,
  beginLinkEndpoint,
  deleteExternalLoginEndpoint,
  logOutByServiceEndpoint,
];
