import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { keysOf } from "../rows.ts";

/** Lists the logins of the actor, each of which has a key of its own. Zulip has no such endpoint. */
export const getApiKeysEndpoint = action({
  route: "GET /users/me/api_keys",
  params: {},
  reply: {
    api_keys: v.array(
      v.object({
        id: v.number(),
        client: v.string(),
        created_at: v.number(),
        /** To the day; to the hour where the organization ends keys that are not used. */
        last_used_at: v.number(),
        current: v.boolean(),
      }),
    ),
  },
  run: ({ realm, actor }) => ({
    api_keys: keysOf.all(realm.sql, { user: actor.user_id }).map(({ id, client, created_at, last_used_at }) => ({
      id,
      client,
      created_at,
      last_used_at: last_used_at ?? created_at,
      current: id === actor.key_id,
    })),
  }),
});
