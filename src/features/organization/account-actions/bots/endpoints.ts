import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { boolean, integer, json, optional, quotableText, text, textParameter } from "../../../../api/parameter.ts";
import { isAdministrator } from "../../../../protocol/actor.ts";
import { badRequest, raise } from "../../../../protocol/errors.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { checkCount } from "../../../../protocol/quota.ts";
import { BotType } from "../../../../protocol/roles.ts";
import { stateSlice } from "../../../../realm/state-slice.ts";
import { accountEntity, audit } from "../../../trust/audit-log/audit.ts";
import { accessUsers } from "../../accounts/access.ts";
import { botsOwnedBy } from "../../accounts/accounts.ts";
import { countKeys, issueKey, replaceKeys } from "../../accounts/api-keys/api-keys.ts";
import { fullNameSchema } from "../../accounts/full-name.ts";
import { deactivate } from "../deactivation.ts";
import { dropBotAvatar, reserveBotAvatar, setBotAvatar, storeBotAvatar } from "./bot-avatar.ts";
import { configSchema } from "./bot-config.ts";
import { botAvatar, botDefaults, botObject, HIDDEN_API_KEY } from "./bot-object.ts";
import {
  accessBot,
  accessBotToSteer,
  botEmail,
  botOf,
  checkBotNameIsFree,
  checkMayCreateBot,
  createBot,
  defaultChannel,
  replaceToken,
} from "./bots.ts";
import { defaultsFields } from "./events.ts";
import { allBots, botById } from "./rows.ts";
import { tellBotOwner } from "./tell-owner.ts";
import { checkBotLimits, checkInterface, checkPayloadUrl, updateBotEndpoint } from "./update-bot.ts";

const deactivateBotEndpoint = action({
  route: "DELETE /bots/:bot_id",
  by: "human",
  params: { bot_id: integer },
  run: ({ realm, actor, params }) => deactivate(realm, accessBot(realm, actor, params.bot_id).user),
});

/**
 * Creates a key of a bot and returns it. Earlier keys stay valid, but can't be returned, because only their hashes are
 * stored. Fails if the bot has the maximum number of keys, so that no program loses its key.
 */
const getBotKeyEndpoint = action({
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

const getBotsEndpoint = action({
  route: "GET /bots",
  by: "human",
  reply: {
    bots: v.array(
      v.object({
        username: v.string(),
        full_name: v.string(),
        api_key: v.string(),
        avatar_url: v.string(),
        bot_type: v.nullable(v.number()),
        ...defaultsFields,
      }),
    ),
  },
  run({ realm, actor }) {
    const own = botsOwnedBy(realm, actor.user_id).filter((user) => user.is_active === 1);
    const bots = own.map((user) => ({
      username: user.email,
      full_name: user.full_name,
      api_key: HIDDEN_API_KEY,
      avatar_url: botAvatar(realm, user),
      bot_type: user.bot_type,
      ...botDefaults(realm, botById.one(realm.sql, { id: user.id })),
    }));
    return { bots };
  },
});

const regenerateBotKeyEndpoint = action({
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

/** Creates a new token for an outgoing webhook, sent to its service from then on. Not part of Zulip's API. */
const regenerateBotTokenEndpoint = action({
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

const createBotEndpoint = action({
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

const botType = (value: number): BotType =>
  Object.values(BotType).find((known) => known === value) ?? raise(badRequest("Invalid bot type"));

/** The bots in the reply to /register: all bots for administrators, their own for other users. */
export const botsSlice = stateSlice({
  types: ["realm_bot"],
  collect({ realm, actor }) {
    if (actor === null) return { realm_bots: [] };
    const users = isAdministrator(actor)
      ? accessUsers(
          realm,
          actor,
          allBots.all(realm.sql, {}).map((bot) => bot.user_id),
        )
      : botsOwnedBy(realm, actor.user_id);
    return { realm_bots: users.map((user) => botObject(realm, user, botOf(realm, user))) };
  },
});

export const botEndpoints = [
  createBotEndpoint,
  getBotsEndpoint,
  getBotKeyEndpoint,
  updateBotEndpoint,
  deactivateBotEndpoint,
  regenerateBotKeyEndpoint,
  regenerateBotTokenEndpoint,
];
