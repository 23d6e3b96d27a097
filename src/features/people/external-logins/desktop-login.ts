import { shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { loginCookies } from "../../../pages/cookies.ts";
import { startSession } from "../logins/sessions.ts";
import { accessUserByDesktopToken } from "./tickets.ts";

/** Starts the session of the desktop app, by the token that was carried into it. */
export const desktopLoginEndpoint = shapedAction({
  route: "POST /desktop_login/:token",
  by: "anyone",
  internal: true,
  params: { token: text("id") },
  reply: {},
  run({ realm, params, request }) {
    const { user, login } = accessUserByDesktopToken(realm, params.token, request.browser);
    return { token: startSession(realm, user.id, request, { login }) };
  },
  shape: ({ result: { token }, request }) => new WithHeaders({}, loginCookies(token, request)),
});
