import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { accountEntity, audit } from "../../../trust/audit-log/audit.ts";
import { replaceKeys } from "../../accounts/api-keys/api-keys.ts";
import { accessBotToSteer } from "./bots.ts";
import { tellBotOwner } from "./tell-owner.ts";

export const regenerateBotKeyEndpoint = action({
  route: "POST /bots/:bot_id/api_key/regenerate",
  by: "human",
  params: { bot_id: integer },
  reply: { api_key: v.string() },
  run({ realm, actor, params, request }) {
    const { user } = accessBotToSteer(realm, actor, params.bot_id);
    tellBotOwner(realm, actor, user, ["api_key"]);
    audit(realm, "login.key_renewed", { of: accountEntity(user) });
    return { api_key: replaceKeys(realm, user.id, { client: request.client, to: actor.user_id }) };
  },
});
