import * as v from "valibot";
import { limits } from "../../protocol/limit-table.ts";
import { BotType, roleSchema } from "../../protocol/roles.ts";
import { EmailVisibility } from "../../protocol/user-settings.ts";
import { emoji, fileMember, id, seconds, settings, text, uuid, word } from "./values.ts";

const address = text(limits.text.address);
const hash = text(1000);

const apiKey = v.object({
  hash,
  client: text(limits.text.name),
  created_at: seconds,
  /** Account that was shown the key. If absent, the key's own account or, for a bot, its owner. */
  told_to: v.optional(v.nullable(id)),
  last_used_at: v.optional(v.nullable(seconds)),
});

export const users = v.object({
  id,
  /** API email address. If absent, the server generates one. */
  email: v.optional(address),
  /** Real email address. Null if an export hides it, which full exports never do. */
  delivery_email: v.nullable(address),
  full_name: text(100),
  role: roleSchema,
  is_active: v.boolean(),
  bot_type: v.optional(v.nullable(v.picklist(Object.values(BotType))), null),
  bot_owner_id: v.optional(v.nullable(id), null),
  timezone: v.optional(word, ""),
  date_joined: seconds,
  email_visibility: v.optional(v.picklist(Object.values(EmailVisibility))),
  avatar: v.optional(fileMember),
  settings: v.optional(settings, {}),
  /** Names of the settings that the user is known to have chosen. The others count as set by the organization. */
  own_settings: v.optional(v.pipe(v.array(word), v.maxLength(1000)), []),
  /** Id of the account at the push service. */
  uuid: v.optional(uuid),
  status: v.optional(
    v.object({
      status_text: v.optional(text(limits.text.name), ""),
      emoji_name: v.optional(emoji.emoji_name, ""),
      emoji_code: v.optional(emoji.emoji_code, ""),
      reaction_type: v.optional(emoji.reaction_type, ""),
    }),
  ),
  is_deleted: v.optional(v.boolean(), false),
  /** Whether the user was erased, which permanently removed the account's name and email address. */
  erased: v.optional(v.boolean(), false),
  /** Set for a placeholder of a sender without a known account in the source. */
  is_placeholder: v.optional(v.boolean(), false),
  /** Set for a system account, which the importing server has too. */
  system: v.optional(v.picklist(["notification-bot", "emailgateway", "welcome-bot"])),
  /** Only in exports with secrets. */
  password_hash: v.optional(hash),
  api_key_hashes: v.optional(v.pipe(v.array(apiKey), v.maxLength(limits.account.api_keys))),
});

/** Settings of a bot in addition to its account. This table comes after channels, which its rows refer to. */
export const bots = v.object({
  user_id: id,
  default_sending_channel_id: v.optional(v.nullable(id), null),
  default_events_channel_id: v.optional(v.nullable(id), null),
  default_all_public: v.optional(v.boolean(), false),
  payload_url: v.optional(v.nullable(text(limits.text.url))),
  interface: v.optional(v.nullable(v.picklist([1, 2]))),
  service_name: v.optional(v.nullable(text(limits.text.name))),
  topic_template: v.optional(v.nullable(text(limits.text.template))),
  content_template: v.optional(v.nullable(text(limits.text.template))),
  /**
   * Only with secrets: the token sent with outgoing webhooks, the secret that signs deliveries, and the configuration
   * as a JSON string.
   */
  token: v.optional(v.nullable(hash)),
  webhook_secret: v.optional(v.nullable(hash)),
  config_data: v.optional(text(limits.account.bot_config_characters * 2)),
});

export const bot_commands = v.object({
  bot_id: id,
  name: text(limits.text.name),
  description: text(limits.text.description),
  usage: text(limits.text.description),
});

/** When a client last reported its user as active, and when as idle, in seconds. */
export const presence = v.object({
  user_id: id,
  active_at: v.optional(v.nullable(seconds), null),
  idle_at: v.optional(v.nullable(seconds), null),
});

/** The tables below are only in full exports with secrets. */
export const passkeys = v.object({
  user_id: id,
  /** User handle that authenticators store for the account and send at login. */
  handle: v.optional(v.nullable(text(200)), null),
  credential: text(5000),
  /** JSON as a string. */
  public_key: text(5000),
  counter: v.pipe(v.number(), v.integer(), v.minValue(0)),
  name: text(limits.text.name),
  created_at: seconds,
  last_used_at: v.optional(v.nullable(seconds), null),
});
export const second_factors = v.object({ user_id: id, secret: hash, since: seconds });
export const recovery_codes = v.object({ user_id: id, hash });
export const external_logins = v.object({
  user_id: id,
  issuer: text(limits.text.url),
  subject: text(limits.text.url),
  linked_at: seconds,
  used_at: v.optional(seconds),
});
