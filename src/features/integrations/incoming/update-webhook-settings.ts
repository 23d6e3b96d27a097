import { action } from "../../../endpoints/endpoint.ts";
import { integer, optional, text } from "../../../endpoints/parameter.ts";
import { accessBotToSteer } from "../../organization/users/actions/bots/bots.ts";
import { tellBotOwner } from "../../organization/users/actions/bots/tell-owner.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { changeWebhookSettings } from "./webhook-settings.ts";

/**
 * No part of Zulip's API: sets the secret with which deliveries to a bot are signed, and the templates of its template
 * webhook. An empty text removes what is set.
 */
export const updateWebhookSettingsEndpoint = action({
  route: "PATCH /bots/:bot_id/webhook",
  by: "human",
  params: {
    bot_id: integer,
    secret: optional(text("password")),
    topic_template: optional(text("template")),
    content_template: optional(text("template")),
  },
  reply: {},
  run({ realm, actor, params: { bot_id, ...changes } }) {
    const { user } = accessBotToSteer(realm, actor, bot_id);
    const names = changeWebhookSettings(realm, user.id, changes);
    for (const name of names) audit(realm, "bot.setting_changed", { of: accountEntity(user), details: { name } });
    tellBotOwner(realm, actor, user, names);
    return {};
  },
});
