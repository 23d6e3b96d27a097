import * as v from "valibot";
import { action } from "../../../../../endpoints/endpoint.ts";
import { integer } from "../../../../../endpoints/parameter.ts";
import { accountEntity, audit } from "../../../../trust/audit-log/audit.ts";
import { accessBotToSteer, replaceToken } from "./bots.ts";
import { tellBotOwner } from "./tell-owner.ts";

/** No part of Zulip's API: makes a new token of an outgoing webhook, which its service is sent from then on. */
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
