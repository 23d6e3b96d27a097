import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { boolean, integer, optional, text } from "../../../api/parameter.ts";
import { endedCookies, loginCookies } from "../../../html-pages/cookies.ts";
import { authenticationFailed, badRequest, notFound, onlyLogin, userDeactivated } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { actorOf, findUserByRealEmail, type User } from "../../organization/accounts/accounts.ts";
import { issueKey, loginReply } from "../../organization/accounts/api-keys/api-keys.ts";
import { isAddressDoubted } from "../../organization/accounts/authentication/credentials.ts";
import { countLogin, forgetBrowsers, forgetLogins } from "../../organization/accounts/authentication/login-attempts.ts";
import {
  beginLogin,
  checkComplete,
  checkLogin,
  checkPasswordLogins,
  finishLogin,
} from "../../organization/accounts/authentication/password-login.ts";
import { loggedInHook } from "../../organization/accounts/hooks.ts";
import { memberSchema } from "../../organization/accounts/member-schema.ts";
import { profileOf } from "../../organization/accounts/profiles.ts";
import { memberObject } from "../../organization/accounts/user-object.ts";
import { hasOnlyLogin, isMethodOn } from "../../organization/organization-settings/login-methods.ts";
import { accountEntity, auditIfRefused, organizationEntity } from "../../trust/audit-log/audit.ts";
import { accessUserByTicket, loginTicket } from "../two-factor/login-ticket.ts";
import { useCode } from "../two-factor/two-factor.ts";
import { loggedOutHook, logoutPathHook } from "./hooks.ts";
import { type Claims, emailIn, signedClaims, tokenSecret } from "./json-web-token.ts";
import { serviceOf } from "./service-login.ts";
import { endSession, endSessions, listSessions, startSession } from "./sessions.ts";

/** Zulip's developer login: an API key and a session without a password, only if the deployment allows it. */
const devFetchApiKeyEndpoint = shapedAction({
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

const jwtFetchApiKeyEndpoint = action({
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

/** Returns the account a token belongs to. Failures are recorded in the audit log. */
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

const loggedIn = {
  email: v.string(),
  user_id: v.number(),
  /**
   * Whether the session can only be used to set up a passkey or two-factor authentication, as required by the
   * organization.
   */
  owes_setup: v.boolean(),
};

/** Logs a browser in: sets the cookies of a new session (factors.md 1). Not part of Zulip's API. */
const logInEndpoint = shapedAction({
  route: "POST /login",
  by: "anyone",
  params: { username: text("address"), password: text("password"), second_factor_code: optional(text("word")) },
  reply: loggedIn,
  plan: ({ realm, params, request }) => ({ hash: beginLogin(realm, params.username, request) }),
  prepare: ({ plan, params, ...worker }) => checkLogin(params.password, plan.hash, worker),
  run({ realm, params: { username, second_factor_code: code }, prepared: verified, request }) {
    const { user, standing } = finishLogin(realm, { username, verified, code, request });
    const owesSetup = standing === "setup wanted";
    if (!owesSetup)
      checkComplete(standing, standing === "code wanted" ? loginTicket(realm, user, "password") : undefined);
    const token = startSession(realm, user.id, request, { owesSetup });
    return { id: user.id, delivery_email: user.delivery_email, owes_setup: owesSetup, token };
  },
  shape: ({ result: { id, delivery_email, owes_setup, token }, request }) =>
    new WithHeaders({ email: delivery_email, user_id: id, owes_setup }, loginCookies(token, request)),
});

/** Completes a password login with a two-factor code, given the ticket from POST /login. Not part of Zulip's API. */
const secondStepEndpoint = shapedAction({
  route: "POST /login/second_factor",
  by: "anyone",
  params: { login_ticket: text("id"), code: text("word") },
  reply: loggedIn,
  plan({ realm, params, request }) {
    // Counts as a password attempt. Counted here, because the count would be undone if `run` failed.
    countLogin(realm, accessUserByTicket(realm, params.login_ticket, "password").delivery_email, request);
    return {};
  },
  run({ realm, params, request }) {
    // Password logins may have been turned off since the password was entered.
    checkPasswordLogins(realm);
    const user = accessUserByTicket(realm, params.login_ticket, "password");
    useCode(realm, user, params.code);
    forgetLogins(realm, user.delivery_email, request);
    return { id: user.id, delivery_email: user.delivery_email, token: startSession(realm, user.id, request) };
  },
  shape: ({ result: { id, delivery_email, token }, request }) =>
    new WithHeaders({ email: delivery_email, user_id: id, owes_setup: false }, loginCookies(token, request)),
});

/** Ends the request's session. Not part of Zulip's API. */
const logOutEndpoint = shapedAction({
  route: "POST /logout",
  outside: true,
  duringSetup: true,
  fromAnyNetwork: true,
  reply: {
    /** Path of the next page, which may lead to another service to log out there. */
    next: v.string(),
  },
  run({ realm, actor, request }) {
    if (actor.session_id === undefined) throw badRequest("You're not logged in.");
    const service = serviceOf(realm, actor.user_id, actor.session_id);
    const [next = "/login/"] =
      service === undefined ? [] : realm.collect(logoutPathHook, actor.user_id, service).filter(isPath);
    endSession(realm, actor.user_id, actor.session_id);
    realm.run(loggedOutHook, actor.user_id, request.browser);
    return { next };
  },
  shape: ({ result, request }) => new WithHeaders(result, endedCookies(request.origin)),
});

const isPath = (path: string | undefined): path is string => path !== undefined;

const ELSEWHERE = "logged_out_elsewhere";

const sessionSchema = v.object({
  id: v.number(),
  /** Browser and system, such as "Firefox, Linux". */
  client: v.string(),
  created_at: v.number(),
  expires_at: v.number(),
  /** Precise to the day, or to the hour if the organization ends unused sessions. */
  last_used_at: v.number(),
  current: v.boolean(),
});

/** Lists the actor's browser sessions. Not part of Zulip's API. */
const getSessionsEndpoint = action({
  route: "GET /users/me/sessions",
  outside: true,
  reply: { sessions: v.array(sessionSchema) },
  run: ({ realm, actor }) => ({
    sessions: listSessions(realm, actor.user_id).map(({ user_id: _, owes_setup: __, ...session }) => ({
      ...session,
      last_used_at: session.last_used_at ?? session.created_at,
      current: session.id === actor.session_id,
    })),
  }),
});

/** Ends the actor's browser sessions except the one used for the request, if any. Not part of Zulip's API. */
const deleteOtherSessionsEndpoint = action({
  route: "DELETE /users/me/sessions",
  outside: true,
  reply: { ended: v.number() },
  run({ realm, actor: { user_id, session_id, outside }, request }) {
    const ended = endSessions(realm, user_id, { but: session_id, reason: ELSEWHERE });
    // A known browser is all that someone who joined through an outside link needs to return.
    if (outside === true) forgetBrowsers(realm, user_id, request.browser);
    return { ended };
  },
});

/** Ends one of the actor's sessions. Not part of Zulip's API. */
const deleteSessionEndpoint = action({
  route: "DELETE /users/me/sessions/:session_id",
  params: { session_id: integer },
  run({ realm, actor, params }) {
    if (!endSession(realm, actor.user_id, params.session_id, ELSEWHERE)) throw notFound("Session does not exist");
  },
});

export const sessionEndpoints = [
  devFetchApiKeyEndpoint,
  jwtFetchApiKeyEndpoint,
  logInEndpoint,
  secondStepEndpoint,
  logOutEndpoint,
  getSessionsEndpoint,
  deleteSessionEndpoint,
  deleteOtherSessionsEndpoint,
];
