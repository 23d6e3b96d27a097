import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { botsOwnedBy } from "../../accounts/accounts.ts";
import { botAvatar, botDefaults, HIDDEN_API_KEY } from "./bot-object.ts";
import { defaultsFields } from "./events.ts";
import { botById } from "./rows.ts";

export const getBotsEndpoint = action({
  route: "GET /bots",
  by: "human",
  params: {},
  reply: {
    bots: v.array(
      v.object({
        username: v.string(),
        full_name: v.string(),
        api_key: v.string(),
        avatar_url: v.string(),
        bot_type: v.nullable(v.number()),
        ...defaultsFields,
      }),
    ),
  },
  run({ realm, actor }) {
    const own = botsOwnedBy(realm, actor.user_id).filter((user) => user.is_active === 1);
    const bots = own.map((user) => ({
      username: user.email,
      full_name: user.full_name,
      api_key: HIDDEN_API_KEY,
      avatar_url: botAvatar(realm, user),
      bot_type: user.bot_type,
      ...botDefaults(realm, botById.one(realm.sql, { id: user.id })),
    }));
    return { bots };
  },
});
