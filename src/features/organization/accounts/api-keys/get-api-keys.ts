import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { keysOfUser } from "../rows.ts";

/** Lists the actor's logins, each of which has its own key. Not part of Zulip's API. */
export const getApiKeysEndpoint = action({
  route: "GET /users/me/api_keys",
  params: {},
  reply: {
    api_keys: v.array(
      v.object({
        id: v.number(),
        client: v.string(),
        created_at: v.number(),
        /** Precise to the day, or to the hour if the organization ends unused keys. */
        last_used_at: v.number(),
        current: v.boolean(),
      }),
    ),
  },
  run: ({ realm, actor }) => ({
    api_keys: keysOfUser.all(realm.sql, { user: actor.user_id }).map(({ id, client, created_at, last_used_at }) => ({
      id,
      client,
      created_at,
      last_used_at: last_used_at ?? created_at,
      current: id === actor.key_id,
    })),
  }),
});
