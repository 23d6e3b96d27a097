import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { parseNamed } from "../../../../api/issue.ts";
import { boolean, integer, json, optional, quotableText, text, textParameter } from "../../../../api/parameter.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { checkCount } from "../../../../protocol/quota.ts";
import { type Role, roleSchema } from "../../../../protocol/roles.ts";
import { isWebAddress } from "../../../../protocol/web-address.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accountEntity, audit } from "../../../trust/audit-log/audit.ts";
import { accessUser } from "../../accounts/access.ts";
import { checkEmailIsFree, countBots, findUser, type User } from "../../accounts/accounts.ts";
import { changeEmail } from "../../accounts/changes.ts";
import { fullNameSchema } from "../../accounts/full-name.ts";
import { checkMayAssignRole } from "../owner-rules.ts";
import { changeRole } from "../roles.ts";
import { dropBotAvatar, reserveBotAvatar, setBotAvatar, storeBotAvatar } from "./bot-avatar.ts";
import { configSchema } from "./bot-config.ts";
import { botOwner, transferBot } from "./bot-events.ts";
import { botAvatar, botDefaults, configOf } from "./bot-object.ts";
import { accessBot, accessBotToSteer, botEmail, botOf, changeBot, defaultChannel, renameBot } from "./bots.ts";
import { defaultsFields } from "./events.ts";
import { tellBotOwner } from "./tell-owner.ts";

const { bots, bots_ever } = limits.account;

/** Throws if the user can't own one more bot, new or transferred to them. */
export function checkBotLimits(realm: Realm, owner: UserId, { is_active }: { readonly is_active: number }): void {
  const count = countBots(realm, owner);
  checkCount(count.active + is_active, bots, "bots");
  checkCount(count.bots + 1, bots_ever, "bots, with those that are deactivated");
}

/** Throws if the user has too many active bots to reactivate another. */
export const checkActiveBotLimit = (realm: Realm, owner: UserId): void =>
  checkCount(countBots(realm, owner).active + 1, bots, "bots");

/** Message formats of outgoing webhooks: Zulip's or Slack's. */
const INTERFACES: readonly number[] = [1, 2];

export function checkInterface(value: number): void {
  if (!INTERFACES.includes(value)) throw badRequest("Invalid interface type");
}

export function checkPayloadUrl(text: string): void {
  if (!isWebAddress(text)) throw badRequest("payload_url is not a URL");
}

export const updateBotEndpoint = action({
  route: "PATCH /bots/:bot_id",
  by: "human",
  file: "optional",
  params: {
    bot_id: integer,
    full_name: optional(textParameter(fullNameSchema)),
    short_name: optional(text("name")),
    role: optional(json(roleSchema)),
    bot_owner_id: optional(integer),
    service_payload_url: optional(quotableText("url")),
    service_interface: optional(integer),
    config_data: optional(json(configSchema)),
    default_sending_stream: optional(text("name")),
    default_events_register_stream: optional(text("name")),
    default_all_public_streams: optional(boolean),
  },
  reply: {
    full_name: v.string(),
    avatar_url: v.string(),
    ...defaultsFields,
    service_interface: v.nullable(v.number()),
    service_payload_url: v.nullable(v.string()),
    config_data: v.record(v.string(), v.string()),
    bot_owner: v.optional(v.string()),
  },
  plan({ realm, actor, params, sendsFile }) {
    accessBotFor(realm, actor, params);
    return reserveBotAvatar(realm, actor, sendsFile);
  },
  prepare: ({ plan: avatar, files, env }) => storeBotAvatar(avatar, files, env),
  undo: ({ plan: avatar, env }) => dropBotAvatar(avatar, env),
  run({ realm, actor, params, prepared: avatar }) {
    const { user, bot } = accessBotFor(realm, actor, params);
    const { full_name, role, bot_owner_id, service_interface, service_payload_url, config_data } = params;
    if (service_interface !== undefined) checkInterface(service_interface);
    if (service_payload_url !== undefined) checkPayloadUrl(service_payload_url);
    const channel = (name: string | undefined) => (name === undefined ? undefined : defaultChannel(realm, actor, name));
    const changed = changeBot(realm, user, bot, {
      sending: channel(params.default_sending_stream),
      events: channel(params.default_events_register_stream),
      all_public: params.default_all_public_streams,
      payload_url: service_payload_url,
      interface: service_interface,
      config_data: config_data && parseNamed("config_data", configSchema, { ...configOf(bot), ...config_data }),
    });
    setBotAvatar(realm, user, avatar);
    if (avatar.isStored) audit(realm, "bot.setting_changed", { of: accountEntity(user), details: { name: "avatar" } });
    if (full_name !== undefined) renameBot(realm, user, full_name);
    if (params.short_name !== undefined) changeBotEmail(realm, user, params.short_name);
    if (role !== undefined) changeBotRole(realm, actor, user, role);
    if (bot_owner_id !== undefined) transferBot(realm, user, newOwner(realm, user, bot_owner_id));
    const after = accessUser(realm, actor, user.id);
    tellBotOwner(realm, actor, user, [...changed, ...changedAccountFields(user, after)]);
    return botReply(realm, after);
  },
});

/** Parameters that decide neither what a bot does nor where it sends. */
const HARMLESS: ReadonlySet<string> = new Set(["bot_id", "full_name", "short_name", "role"]);

function accessBotFor(realm: Realm, actor: Actor, params: { readonly bot_id: number }) {
  const steers = Object.entries(params).some(([name, value]) => value !== undefined && !HARMLESS.has(name));
  return (steers ? accessBotToSteer : accessBot)(realm, actor, params.bot_id);
}

/** Returns the parameter names of a bot's account fields that have changed. */
export function changedAccountFields(before: User, after: User): string[] {
  const fieldsOf = (user: User) => ({
    full_name: user.full_name,
    short_name: user.delivery_email,
    avatar: user.avatar_version,
    role: user.role,
    bot_owner_id: user.bot_owner_id,
  });
  const now = fieldsOf(after);
  return Object.entries(fieldsOf(before)).flatMap(([name, value]) =>
    value === now[name as keyof typeof now] ? [] : [name],
  );
}

/** Gives a bot the email that a new bot with this short name would get. */
function changeBotEmail(realm: Realm, user: User, shortName: string): void {
  const email = botEmail(realm, shortName);
  if (email === user.delivery_email) return;
  // Changing only the case of a bot's address is allowed.
  if (email.toLowerCase() !== user.delivery_email.toLowerCase()) checkEmailIsFree(realm, email);
  changeEmail(realm, accessUser(realm, null, user.id), email);
}

/** Changes a bot's role, but not to one more powerful than the actor's. */
function changeBotRole(realm: Realm, actor: Actor, user: User, role: Role): void {
  if (role === user.role) return;
  checkMayAssignRole(actor, role);
  if (role < actor.role) throw insufficientPermission();
  changeRole(realm, user, role);
}

function newOwner(realm: Realm, bot: User, id: number): User {
  const owner = findUser(realm, id);
  if (owner === undefined) throw badRequest("Failed to change owner, no such user");
  if (owner.is_active === 0) throw badRequest("Failed to change owner, user is deactivated");
  if (owner.bot_type !== null) throw badRequest("Failed to change owner, bots can't own other bots");
  if (owner.id !== bot.bot_owner_id) checkBotLimits(realm, owner.id, bot);
  return owner;
}

function botReply(realm: Realm, user: User) {
  const bot = botOf(realm, user);
  const owner = botOwner(realm, user);
  return {
    full_name: user.full_name,
    avatar_url: botAvatar(realm, user),
    ...botDefaults(realm, bot),
    service_interface: bot.interface,
    service_payload_url: bot.payload_url,
    config_data: configOf(bot),
    ...(owner && { bot_owner: owner.email }),
  };
}
