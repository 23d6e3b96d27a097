import { action } from "../../../../../endpoints/endpoint.ts";
import { integer } from "../../../../../endpoints/parameter.ts";
import { deactivate } from "../deactivation.ts";
import { accessBot } from "./bots.ts";

export const deactivateBotEndpoint = action({
  route: "DELETE /bots/:bot_id",
  by: "human",
  params: { bot_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    deactivate(realm, accessBot(realm, actor, params.bot_id).user);
    return {};
  },
});
