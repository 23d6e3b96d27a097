import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
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
