import * as v from "valibot";
import { shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { optional, text } from "../../../endpoints/parameter.ts";
import { loginCookies } from "../../../pages/cookies.ts";
import { countLogin, forgetLogins } from "../../organization/users/authentication/login-attempts.ts";
import {
  beginLogin,
  checkComplete,
  checkLogin,
  checkPasswordLogins,
  finishLogin,
} from "../../organization/users/authentication/password-login.ts";
import { accessUserByTicket, loginTicket } from "../second-factor/login-ticket.ts";
import { useCode } from "../second-factor/second-factor.ts";
import { startSession } from "./sessions.ts";

const loggedIn = {
  email: v.string(),
  user_id: v.number(),
  /** Whether the session is only good for setting up a passkey or a second factor, which the organization wants first. */
  owes_setup: v.boolean(),
};

/** Logs a browser in: sets the cookies of a new session (factors.md 1). An endpoint of this server's own. */
export const logInEndpoint = shapedAction({
  route: "POST /login",
  by: "anyone",
  params: { username: text("address"), password: text("password"), second_factor_code: optional(text("word")) },
  reply: loggedIn,
  plan: ({ realm, params, request }) => ({ hash: beginLogin(realm, params.username, request) }),
  prepare: ({ plan, params, ...worker }) => checkLogin(params.password, plan.hash, worker),
  run({ realm, params: { username, second_factor_code: code }, prepared: verified, request }) {
    const { user, standing } = finishLogin(realm, { username, verified, code, request });
    const owesSetup = standing === "setup wanted";
    if (!owesSetup) checkComplete(standing, standing === "code wanted" ? loginTicket(realm, user) : undefined);
    const token = startSession(realm, user.id, request, { owesSetup });
    return { id: user.id, delivery_email: user.delivery_email, owes_setup: owesSetup, token };
  },
  shape: ({ result: { id, delivery_email, owes_setup, token }, request }) =>
    new WithHeaders({ email: delivery_email, user_id: id, owes_setup }, loginCookies(token, request)),
});

/**
 * Ends a login whose password was right, by a code of the second factor: it takes the ticket with which POST /login has asked
 * for one. An endpoint of this server's own.
 */
export const secondStepEndpoint = shapedAction({
  route: "POST /login/second_factor",
  by: "anyone",
  params: { login_ticket: text("id"), code: text("word") },
  reply: loggedIn,
  plan({ realm, params, request }) {
    // The attempt is counted as one at the password is: what `run` counted would be undone with its refusal.
    countLogin(realm, accessUserByTicket(realm, params.login_ticket).delivery_email, request);
    return {};
  },
  run({ realm, params, request }) {
    // They may have been turned off since the password was given.
    checkPasswordLogins(realm);
    const user = accessUserByTicket(realm, params.login_ticket);
    useCode(realm, user, params.code);
    forgetLogins(realm, user.delivery_email, request);
    return { id: user.id, delivery_email: user.delivery_email, token: startSession(realm, user.id, request) };
  },
  shape: ({ result: { id, delivery_email, token }, request }) =>
    new WithHeaders({ email: delivery_email, user_id: id, owes_setup: false }, loginCookies(token, request)),
});
