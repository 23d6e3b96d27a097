import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { notFound } from "../../../protocol/errors.ts";
import { deleteSession, sessionsOf } from "./rows.ts";

const sessionSchema = v.object({
  id: v.number(),
  client: v.string(),
  created_at: v.number(),
  expires_at: v.number(),
  current: v.boolean(),
});

/** Our own: where one is logged in in a browser. */
export const getSessionsEndpoint = action({
  route: "GET /users/me/sessions",
  params: {},
  reply: { sessions: v.array(sessionSchema) },
  run: ({ realm, actor }) => ({
    sessions: sessionsOf
      .all(realm.sql, { user: actor.user_id, now: realm.seconds() })
      .map(({ user_id: _, ...session }) => ({ ...session, current: session.id === actor.session_id })),
  }),
});

export const deleteSessionEndpoint = action({
  route: "DELETE /users/me/sessions/:session_id",
  params: { session_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const gone = deleteSession.first(realm.sql, { user: actor.user_id, id: params.session_id });
    if (gone === undefined) throw notFound("Session does not exist");
    return {};
  },
});
