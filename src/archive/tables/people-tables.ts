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
  /** The account that the key was told to; absent: the account itself, or a bot's owner. */
  told_to: v.optional(v.nullable(id)),
  last_used_at: v.optional(v.nullable(seconds)),
});

export const users = v.object({
  id,
  /** The API address; absent: the server makes one. */
  email: v.optional(address),
  /** The real address. Null where an export hides it; whole exports never do. */
  delivery_email: v.nullable(address),
  full_name: text(100),
  role: roleSchema,
  is_active: v.boolean(),
  bot_type: v.optional(v.nullable(v.picklist(Object.values(BotType))), null),
  bot_owner_id: v.optional(v.nullable(id), null),
  timezone: v.optional(word, ""),
  date_joined: seconds,
  email_visibility: v.optional(v.picklist(Object.values(EmailVisibility))),
  /** The picture that was uploaded. */
  avatar: v.optional(fileMember),
  settings: v.optional(settings, {}),
  /** The id by which the push service knows the account. */
  uuid: v.optional(uuid),
  status: v.optional(
    v.object({
      status_text: v.optional(text(limits.text.name), ""),
      emoji_name: v.optional(emoji.emoji_name, ""),
      emoji_code: v.optional(emoji.emoji_code, ""),
      reaction_type: v.optional(emoji.reaction_type, ""),
    }),
  ),
  /** Whether its profile is deleted for good. */
  is_deleted: v.optional(v.boolean(), false),
  /** Whether the person was erased: the account has neither their name nor their address, and is nobody's for good. */
  erased: v.optional(v.boolean(), false),
  /** Stands for a sender of whom the source knows no account. */
  is_placeholder: v.optional(v.boolean(), false),
  /** Is an account of the server itself, as the one that imports has too. */
  system: v.optional(v.picklist(["notification-bot", "emailgateway", "welcome-bot"])),
  /** With secrets only. */
  password_hash: v.optional(hash),
  api_key_hashes: v.optional(v.pipe(v.array(apiKey), v.maxLength(limits.account.api_keys))),
});

/** The settings of a bot beside its account; they stand after the channels, since they name some. */
export const bots = v.object({
  user_id: id,
  default_sending_channel_id: v.optional(v.nullable(id), null),
  default_events_channel_id: v.optional(v.nullable(id), null),
  default_all_public: v.optional(v.boolean(), false),
  payload_url: v.optional(v.nullable(text(limits.text.url))),
  interface: v.optional(v.nullable(v.picklist([1, 2]))),
  service_name: v.optional(v.nullable(text(limits.text.name))),
  /** The template by which its webhooks make a topic of a delivery. */
  topic_template: v.optional(v.nullable(text(limits.text.template))),
  content_template: v.optional(v.nullable(text(limits.text.template))),
  /** With secrets only: what outgoing webhooks are told, what signs deliveries, and the configuration, JSON as text. */
  token: v.optional(v.nullable(hash)),
  webhook_secret: v.optional(v.nullable(hash)),
  config_data: v.optional(text(limits.account.bot_config_characters * 2)),
});

/** The commands that people write after a slash to a bot, wherever they are. */
export const bot_commands = v.object({
  bot_id: id,
  name: text(limits.text.name),
  description: text(limits.text.description),
  usage: text(limits.text.description),
});

/** Seconds of the last time that a client told of its user, active or not. */
export const presence = v.object({
  user_id: id,
  active_at: v.optional(v.nullable(seconds), null),
  idle_at: v.optional(v.nullable(seconds), null),
});

/** The tables below are in whole exports with secrets only. */
export const passkeys = v.object({
  user_id: id,
  /** The name by which authenticators know the account and which they send at a login. */
  handle: v.optional(v.nullable(text(200)), null),
  credential: text(5000),
  /** JSON as text. */
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
