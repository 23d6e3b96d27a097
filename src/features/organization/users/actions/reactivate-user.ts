import { action } from "../../../../endpoints/endpoint.ts";
import { integer } from "../../../../endpoints/parameter.ts";
import { accessUser, accessUserToChange } from "../access.ts";
import { checkMayActAs } from "./act-as.ts";
import { botOwner } from "./bots/bot-events.ts";
import { checkActiveBotLimit, checkBotLimits } from "./bots/bot-limits.ts";
import { checkBotNameIsFree, checkMayCreateBot } from "./bots/bots.ts";
import { reactivate } from "./deactivation.ts";

export const reactivateUserEndpoint = action({
  route: "POST /users/:user_id/reactivate",
  by: "administrator",
  params: { user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const user = accessUserToChange(realm, actor, params.user_id);
    if (user.bot_type !== null) {
      // The bot may become one of the actor's own.
      checkMayActAs(realm, actor, user);
      checkMayCreateBot(realm, actor, user.bot_type);
      checkBotNameIsFree(realm, user.full_name, user);
      const owner = botOwner(realm, user);
      if (owner?.is_active === 1) checkActiveBotLimit(realm, owner.id);
      else checkBotLimits(realm, actor.user_id, { is_active: 1 });
    }
    reactivate(realm, user, accessUser(realm, actor, actor.user_id));
    return {};
  },
});
