import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { checkCount } from "../../../../protocol/quota.ts";
import { countKeys, issueKey } from "../../accounts/api-keys/api-keys.ts";
import { accessBotToSteer } from "./bots.ts";
import { tellBotOwner } from "./tell-owner.ts";

/**
 * Returns a key of a bot. Only hashes of keys are stored, so each call creates another key and the earlier ones stay.
 * Fails if the bot has the maximum number of keys, so that no program loses its own.
 */
export const getBotKeyEndpoint = action({
  route: "GET /bots/:bot_id/api_key",
  by: "human",
  params: { bot_id: integer },
  reply: { api_key: v.string() },
  run({ realm, actor, params, request }) {
    const { user } = accessBotToSteer(realm, actor, params.bot_id);
    checkCount(countKeys(realm, user.id) + 1, limits.account.api_keys, "API keys");
    tellBotOwner(realm, actor, user, ["api_key"]);
    return { api_key: issueKey(realm, user.id, { client: request.client, to: actor.user_id }) };
  },
});
