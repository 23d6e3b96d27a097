import * as v from "valibot";
import { shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { endedCookies } from "../../../pages/cookies.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { logoutPathHook } from "./hooks.ts";
import { serviceOf } from "./service-login.ts";
import { endSession } from "./sessions.ts";

/** Ends the session of the request. An endpoint of this server's own. */
export const logOutEndpoint = shapedAction({
  route: "POST /logout",
  duringSetup: true,
  params: {},
  reply: {
    /** The path of the page that follows: it may lead on to another service, to log out there. */
    next: v.string(),
  },
  run({ realm, actor }) {
    if (actor.session_id === undefined) throw badRequest("You're not logged in.");
    const service = serviceOf(realm, actor.user_id, actor.session_id);
    const [next = "/login/"] = service === undefined ? [] : realm.collect(logoutPathHook, service).filter(isPath);
    endSession(realm, actor.user_id, actor.session_id);
    return { next };
  },
  shape: ({ result, request }) => new WithHeaders(result, endedCookies(request.origin)),
});

const isPath = (path: string | undefined): path is string => path !== undefined;
