import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { boolean, integer, json, optional, quotableText, text, textParameter } from "../../../../api/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { BotType } from "../../../../protocol/roles.ts";
import { issueKey } from "../../accounts/api-keys/api-keys.ts";
import { fullNameSchema } from "../../accounts/full-name.ts";
import { dropBotAvatar, reserveBotAvatar, setBotAvatar, storeBotAvatar } from "./bot-avatar.ts";
import { configSchema } from "./bot-config.ts";
import { checkBotLimits } from "./bot-limits.ts";
import { botDefaults } from "./bot-object.ts";
import { botEmail, checkBotNameIsFree, checkMayCreateBot, createBot, defaultChannel } from "./bots.ts";
import { defaultsFields } from "./events.ts";
import { checkInterface, checkPayloadUrl } from "./outgoing-webhook.ts";

export const createBotEndpoint = action({
  route: "POST /bots",
  by: "human",
  file: "optional",
  params: {
    full_name: textParameter(fullNameSchema),
    short_name: text("name"),
    bot_type: optional(integer, BotType.generic),
    payload_url: optional(quotableText("url"), ""),
    interface_type: optional(integer, 1),
    service_name: optional(text("name")),
    config_data: optional(json(configSchema), {}),
    default_sending_stream: optional(text("name"), ""),
    default_events_register_stream: optional(text("name"), ""),
    default_all_public_streams: optional(boolean, false),
  },
  reply: { user_id: v.number(), api_key: v.string(), avatar_url: v.string(), ...defaultsFields },
  plan: ({ realm, actor, sendsFile }) => reserveBotAvatar(realm, actor, sendsFile),
  prepare: ({ plan: avatar, files, env }) => storeBotAvatar(avatar, files, env),
  undo: ({ plan: avatar, env }) => dropBotAvatar(avatar, env),
  run({ realm, actor, params, request, prepared: avatar }) {
    const type = botType(params.bot_type);
    checkMayCreateBot(realm, actor, type);
    checkBotNameIsFree(realm, params.full_name);
    checkBotLimits(realm, actor.user_id, { is_active: 1 });
    checkInterface(params.interface_type);
    if (type === BotType.outgoingWebhook) checkPayloadUrl(params.payload_url);
    const { user, bot } = createBot(realm, actor, {
      email: botEmail(realm, params.short_name),
      full_name: params.full_name,
      type,
      sending: defaultChannel(realm, actor, params.default_sending_stream),
      events: defaultChannel(realm, actor, params.default_events_register_stream),
      all_public: params.default_all_public_streams,
      payload_url: params.payload_url,
      interface: params.interface_type,
      service_name: params.service_name ?? params.short_name,
      config_data: params.config_data,
    });
    return {
      user_id: user.id,
      api_key: issueKey(realm, user.id, { client: request.client, to: actor.user_id }),
      avatar_url: setBotAvatar(realm, user, avatar),
      ...botDefaults(realm, bot),
    };
  },
});

function botType(value: number): BotType {
  const type = Object.values(BotType).find((known) => known === value);
  if (type === undefined) throw badRequest("Invalid bot type");
  return type;
}
