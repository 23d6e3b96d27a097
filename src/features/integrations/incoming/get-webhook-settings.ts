import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessBot } from "../../organization/users/actions/bots/bots.ts";
import { webhookSettingsOf } from "./webhook-settings.ts";

/** No part of Zulip's API: what a bot's owner has set for what is delivered to it. The secret itself is not told again. */
export const getWebhookSettingsEndpoint = action({
  route: "GET /bots/:bot_id/webhook",
  by: "human",
  params: { bot_id: integer },
  reply: { has_secret: v.boolean(), topic_template: v.string(), content_template: v.string() },
  run({ realm, actor, params }) {
    const { user } = accessBot(realm, actor, params.bot_id);
    const { secret, ...templates } = webhookSettingsOf(realm, user.id);
    return { has_secret: secret !== "", ...templates };
  },
});
