import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { notFound } from "../../../protocol/errors.ts";
import { endSession, endSessions, listSessions } from "./sessions.ts";

const ELSEWHERE = "logged_out_elsewhere";

const sessionSchema = v.object({
  id: v.number(),
  /** The browser and its system, such as "Firefox, Linux". */
  client: v.string(),
  created_at: v.number(),
  expires_at: v.number(),
  /** To the day; to the hour where the organization ends sessions that are not used. */
  last_used_at: v.number(),
  current: v.boolean(),
});

/** The actor's sessions in browsers. An endpoint of this server's own. */
export const getSessionsEndpoint = action({
  route: "GET /users/me/sessions",
  params: {},
  reply: { sessions: v.array(sessionSchema) },
  run: ({ realm, actor }) => ({
    sessions: listSessions(realm, actor.user_id).map(({ user_id: _, owes_setup: __, ...session }) => ({
      ...session,
      last_used_at: session.last_used_at ?? session.created_at,
      current: session.id === actor.session_id,
    })),
  }),
});

/** Ends the actor's sessions in browsers but for that of the request, if it has one. An endpoint of this server's own. */
export const deleteOtherSessionsEndpoint = action({
  route: "DELETE /users/me/sessions",
  params: {},
  reply: { ended: v.number() },
  run: ({ realm, actor }) => ({
    ended: endSessions(realm, actor.user_id, { but: actor.session_id, reason: ELSEWHERE }),
  }),
});

/** Ends one of the actor's sessions. An endpoint of this server's own. */
export const deleteSessionEndpoint = action({
  route: "DELETE /users/me/sessions/:session_id",
  params: { session_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    if (!endSession(realm, actor.user_id, params.session_id, ELSEWHERE)) throw notFound("Session does not exist");
    return {};
  },
});
