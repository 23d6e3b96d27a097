import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional } from "../../../endpoints/parameter.ts";
import { accessUser } from "../../organization/users/access.ts";
import { checkRecentLogin } from "../../organization/users/authentication/ways-in.ts";
import { accessErasable, erasuresFor, orderErasure, requestErasure, undoErasure } from "./erasures.ts";

/** Owners order the erasure of a person; a person asks them to erase their own account. */
export const eraseUserEndpoint = action({
  route: "POST /users/:user_id/erase",
  by: "human",
  params: { user_id: integer, delete_messages: optional(boolean, false) },
  reply: {},
  run({ realm, actor, params: { user_id, delete_messages: deletes_messages } }) {
    if (user_id !== actor.user_id) {
      const user = accessErasable(realm, actor, user_id);
      checkRecentLogin(realm, actor);
      orderErasure(realm, user, { deletes_messages });
    } else {
      checkRecentLogin(realm, actor);
      requestErasure(realm, accessUser(realm, actor, user_id), { deletes_messages });
    }
    return {};
  },
});

export const undoErasureEndpoint = action({
  route: "DELETE /users/:user_id/erase",
  by: "human",
  params: { user_id: integer },
  reply: {},
  run({ realm, actor, params: { user_id } }) {
    const isOwn = user_id === actor.user_id;
    const user = isOwn ? accessUser(realm, actor, user_id) : accessErasable(realm, actor, user_id);
    undoErasure(realm, user, actor);
    return {};
  },
});

/** The erasures that wait: for owners all of them, for others their own. */
export const getErasuresEndpoint = action({
  route: "GET /users/erasures",
  by: "human",
  params: {},
  reply: {
    erasures: v.array(
      v.object({
        user_id: v.number(),
        delete_messages: v.boolean(),
        asked_at: v.number(),
        /** Null where the person has asked for it, and no owner has decided yet. */
        due_at: v.nullable(v.number()),
      }),
    ),
  },
  run: ({ realm, actor }) => ({
    erasures: erasuresFor(realm, actor).map(({ user_id, deletes_messages, asked_at, due_at }) => ({
      user_id,
      delete_messages: deletes_messages === 1,
      asked_at,
      due_at,
    })),
  }),
});
