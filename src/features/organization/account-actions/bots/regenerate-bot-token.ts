import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { accountEntity, audit } from "../../../trust/audit-log/audit.ts";
import { accessBotToSteer, replaceToken } from "./bots.ts";
import { tellBotOwner } from "./tell-owner.ts";

/** Creates a new token for an outgoing webhook, sent to its service from then on. Not part of Zulip's API. */
export const regenerateBotTokenEndpoint = action({
  route: "POST /bots/:bot_id/token/regenerate",
  by: "human",
  params: { bot_id: integer },
  reply: { token: v.string() },
  run({ realm, actor, params }) {
    const { user, bot } = accessBotToSteer(realm, actor, params.bot_id);
    audit(realm, "bot.token_renewed", { of: accountEntity(user) });
    tellBotOwner(realm, actor, user, ["token"]);
    return { token: replaceToken(realm, user, bot) };
  },
});
