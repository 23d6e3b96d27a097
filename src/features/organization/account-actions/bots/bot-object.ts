import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import type { ChannelId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { findUser, type User } from "../../accounts/accounts.ts";
import { channelNameHook } from "../../accounts/hooks.ts";
import { avatarUrl } from "../../accounts/user-object.ts";
import type { BotService } from "./events.ts";
import type { BotRow } from "./rows.ts";

/** API key in lists of bots. Only hashes of keys are stored, so a key is shown once, to the user who creates it. */
export const HIDDEN_API_KEY = "";

export const botObject = (realm: Realm, user: User, bot: BotRow) => ({
  user_id: user.id,
  ...botDefaults(realm, bot),
  services: servicesOf(bot),
});

export const botAvatar = (realm: Realm, user: User): string =>
  avatarUrl(user, realm.id, { viewer: null, client_gravatar: false });

/** Returns a bot's default channels in the API's form: their current names, or null for those its owner can't see. */
export function botDefaults(realm: Realm, bot: BotRow) {
  const owner = findUser(realm, bot.user_id)?.bot_owner_id ?? bot.user_id;
  const nameOf = (id: ChannelId | null) =>
    id === null ? null : (realm.collect(channelNameHook, owner, id)[0] ?? null);
  return {
    default_sending_stream: nameOf(bot.default_sending_channel_id),
    default_events_register_stream: nameOf(bot.default_events_channel_id),
    default_all_public_streams: bot.default_all_public === 1,
  };
}

const readConfigData = stored("bots.config_data", v.record(v.string(), v.string()), () => ({}));

export const configOf = ({ user_id, config_data }: BotRow): Record<string, string> =>
  readConfigData(config_data, user_id);

export function servicesOf(bot: BotRow): BotService[] {
  const { payload_url, interface: form, token, service_name } = bot;
  if (payload_url !== null) return [{ base_url: payload_url, interface: form ?? 1, token: token ?? "" }];
  if (service_name !== null) return [{ service_name, config_data: configOf(bot) }];
  return [];
}
