import * as v from "valibot";
import { shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { sessionCookies } from "../../../http/session.ts";
import { beginLogin, checkLogin, finishLogin } from "../../organization/users/public.ts";
import { startSession } from "./sessions.ts";

/** Logs a browser in: sets the cookies of a new session. An endpoint of this server's own. */
export const logInEndpoint = shapedAction({
  route: "POST /login",
  by: "anyone",
  params: { username: text("address"), password: text("password") },
  reply: { email: v.string(), user_id: v.number() },
  plan: ({ realm, params }) => ({ hash: beginLogin(realm, params.username) }),
  prepare: ({ plan, params }) => checkLogin(params.password, plan.hash),
  run({ realm, params, prepared: verified, request }) {
    const { id, delivery_email } = finishLogin(realm, params.username, verified);
    return { id, delivery_email, token: startSession(realm, id, request) };
  },
  shape: ({ result: { id, delivery_email, token }, request: { origin } }) =>
    new WithHeaders({ email: delivery_email, user_id: id }, sessionCookies(token, origin)),
});
