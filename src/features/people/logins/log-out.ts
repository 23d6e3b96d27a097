import { shapedAction, WithHeaders } from "../../../endpoints/endpoint.ts";
import { endedCookies } from "../../../http/session.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { deleteSession } from "./rows.ts";

/** Ends the session of the request. An endpoint of this server's own. */
export const logOutEndpoint = shapedAction({
  route: "POST /logout",
  params: {},
  reply: {},
  run({ realm, actor }) {
    if (actor.session_id === undefined) throw badRequest("There is no session to end.");
    deleteSession.run(realm.sql, { user: actor.user_id, id: actor.session_id });
    return {};
  },
  shape: ({ request }) => new WithHeaders({}, endedCookies(request.origin)),
});
