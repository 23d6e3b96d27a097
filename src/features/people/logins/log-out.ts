import { shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { endedCookies } from "../../../pages/cookies.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { endSession } from "./sessions.ts";

/** Ends the session of the request. An endpoint of this server's own. */
export const logOutEndpoint = shapedAction({
  route: "POST /logout",
  duringSetup: true,
  params: {},
  reply: {},
  run({ realm, actor }) {
    if (actor.session_id === undefined) throw badRequest("You're not logged in.");
    endSession(realm, actor.user_id, actor.session_id);
    return {};
  },
  shape: ({ request }) => new WithHeaders({}, endedCookies(request.origin)),
});
