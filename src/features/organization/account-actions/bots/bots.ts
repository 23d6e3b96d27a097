import { type Actor, isAdministrator } from "../../../../protocol/actor.ts";
import { badRequest, insufficientPermission } from "../../../../protocol/errors.ts";
import type { ChannelId } from "../../../../protocol/ids.ts";
import { BotType, Role } from "../../../../protocol/roles.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { randomToken } from "../../../../util/random.ts";
import { definedOf } from "../../../../util/records.ts";
import { accountEntity, audit } from "../../../trust/audit-log/audit.ts";
import { findUser, systemBotIds, type User } from "../../accounts/accounts.ts";
import { changeFullName } from "../../accounts/changes.ts";
import { isEmail } from "../../accounts/email.ts";
import { isNameTaken } from "../../accounts/full-name.ts";
import { channelNamedHook } from "../../accounts/hooks.ts";
import { permits } from "../../organization-settings/realm-settings.ts";
import { createAccount } from "../accounts.ts";
import { checkMayActAs, checkMayReceiveKey } from "../act-as.ts";
import { emitBotAdded, emitBotUpdated } from "./bot-events.ts";
import { botDefaults, configOf, servicesOf } from "./bot-object.ts";
import { type BotRow, botById, putBot } from "./rows.ts";

/**
 * Returns a bot the actor can manage: one they own or, for an administrator, any (users-groups-org.md 8). Throws if the
 * bot has more permissions than the actor.
 */
export function accessBot(realm: Realm, actor: Actor, id: number): { user: User; bot: BotRow } {
  const user = findUser(realm, id);
  const bot = botById.first(realm.sql, { id });
  if (user === undefined || bot === undefined || systemBotIds(realm).has(user.id)) throw badRequest("No such bot");
  if (user.bot_owner_id !== actor.user_id && !isAdministrator(actor)) throw insufficientPermission();
  checkMayActAs(realm, actor, user);
  return { user, bot };
}

/**
 * Returns a bot that the actor can manage and that reads no private channels the actor can't read. Users who decide
 * what a bot does or where it sends, or who see its logs, can find out what it reads.
 */
export function accessBotToSteer(realm: Realm, actor: Actor, id: number): { user: User; bot: BotRow } {
  const found = accessBot(realm, actor, id);
  checkMayReceiveKey(realm, actor, found.user);
  return found;
}

export function checkMayCreateBot(realm: Realm, actor: Actor, type: BotType): void {
  if (permits(realm, actor, "can_create_bots_group")) return;
  if (type === BotType.incomingWebhook && permits(realm, actor, "can_create_write_only_bots_group")) return;
  throw insufficientPermission();
}

/** Throws if another active account has the name, because bot names are unique. */
export function checkBotNameIsFree(realm: Realm, full_name: string, self?: User): void {
  if (isNameTaken(realm, full_name, self?.id)) throw badRequest("Name is already in use!");
}

export function botEmail(realm: Realm, shortName: string): string {
  const email = `${shortName.trim()}-bot@${realm.host}`;
  if (shortName.trim() === "" || !isEmail(email)) throw badRequest("Bad name or username");
  return email;
}

/** Returns the id of the channel with a name, or null for an empty name. */
export const defaultChannel = (realm: Realm, actor: Actor, name: string): ChannelId | null =>
  name === "" ? null : (realm.collect(channelNamedHook, actor, name)[0] ?? null);

const TOKEN_LENGTH = 32;

/** Returns a new token, which proves to an outgoing webhook's service that requests come from this server. */
export const newToken = (realm: Realm): string => randomToken(realm.random, TOKEN_LENGTH);

/** Fields of a bot that can be changed, except those stored with its account. */
interface BotFields {
  readonly sending: ChannelId | null;
  readonly events: ChannelId | null;
  readonly all_public: boolean;
  /** Only for outgoing webhooks. */
  readonly payload_url: string | null;
  readonly interface: number | null;
  /** Only for embedded bots. */
  readonly config_data: Readonly<Record<string, string>>;
}

interface NewBot extends BotFields {
  readonly email: string;
  readonly full_name: string;
  readonly type: BotType;
  readonly service_name: string | null;
}

export function createBot(realm: Realm, owner: Actor, fields: NewBot): { user: User; bot: BotRow } {
  const user = createAccount(realm, {
    delivery_email: fields.email,
    full_name: fields.full_name,
    role: Role.member,
    bot: { type: fields.type, owner: owner.user_id },
  });
  putBot.run(realm.sql, {
    ...columnsOf(user, fields),
    token: fields.type === BotType.outgoingWebhook ? newToken(realm) : null,
    service_name: fields.type === BotType.embedded ? fields.service_name : null,
  });
  emitBotAdded(realm, user);
  return { user, bot: botOf(realm, user) };
}

/** Changes the given fields of a bot, emits those that changed, and returns their parameter names. */
export function changeBot(realm: Realm, user: User, bot: BotRow, changes: Changes<BotFields>): string[] {
  const wanted = { ...botFields(bot), ...definedOf(changes) };
  putBot.run(realm.sql, { ...columnsOf(user, wanted), token: bot.token, service_name: bot.service_name });
  const before = eventFields(realm, bot);
  const after = eventFields(realm, botOf(realm, user));
  const changed = Object.entries(after).filter(
    ([name, value]) => !isSameValue(value, before[name as keyof typeof before]),
  );
  if (changed.length > 0) emitBotUpdated(realm, user, Object.fromEntries(changed));
  return auditFields(realm, user, bot);
}

/** Returns a bot's fields by their parameter names. */
const parametersOf = (bot: BotRow) => ({
  service_payload_url: bot.payload_url,
  service_interface: bot.interface,
  config_data: configOf(bot),
  default_sending_stream: bot.default_sending_channel_id,
  default_events_register_stream: bot.default_events_channel_id,
  default_all_public_streams: bot.default_all_public === 1,
});

/**
 * Returns a bot's fields for the audit log, with only the host of its URL and the names in its configuration, because
 * both can contain keys of services.
 */
const auditedOf = (bot: BotRow) => ({
  ...parametersOf(bot),
  service_payload_url: URL.parse(bot.payload_url ?? "")?.host ?? null,
  config_data: Object.keys(configOf(bot)),
});

function auditFields(realm: Realm, user: User, bot: BotRow): string[] {
  const now = botOf(realm, user);
  const [before, after] = [parametersOf(bot), parametersOf(now)];
  const names = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => !isSameValue(before[name], after[name]),
  );
  const [told, tells] = [auditedOf(bot), auditedOf(now)];
  for (const name of names) {
    const details = { name, before: told[name], after: tells[name] };
    audit(realm, "bot.setting_changed", { of: accountEntity(user), details });
  }
  return names;
}

/** Creates a new token for an outgoing webhook, and emits it. */
export function replaceToken(realm: Realm, user: User, bot: BotRow): string {
  if (user.bot_type !== BotType.outgoingWebhook) throw badRequest("This bot has no token.");
  const token = newToken(realm);
  putBot.run(realm.sql, { ...columnsOf(user, botFields(bot)), token, service_name: bot.service_name });
  emitBotUpdated(realm, user, { services: servicesOf(botOf(realm, user)) });
  return token;
}

export function renameBot(realm: Realm, user: User, full_name: string): void {
  if (full_name === user.full_name) return;
  checkBotNameIsFree(realm, full_name, user);
  changeFullName(realm, user, full_name);
}

/** Returns an outgoing webhook's URL, message format and token, or undefined for other bots. */
export function outgoingWebhookOf(realm: Realm, { id, bot_type }: User) {
  const bot = bot_type === BotType.outgoingWebhook ? botById.first(realm.sql, { id }) : undefined;
  if (bot === undefined || bot.payload_url === null) return undefined;
  return { payload_url: bot.payload_url, interface: bot.interface ?? 1, token: bot.token ?? "" };
}

export const botOf = (realm: Realm, { id }: Pick<User, "id">): BotRow => botById.one(realm.sql, { id });

type Changes<T> = { readonly [Name in keyof T]: T[Name] | undefined };

const eventFields = (realm: Realm, bot: BotRow) => ({ ...botDefaults(realm, bot), services: servicesOf(bot) });
const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const botFields = (bot: BotRow): BotFields => ({
  sending: bot.default_sending_channel_id,
  events: bot.default_events_channel_id,
  all_public: bot.default_all_public === 1,
  payload_url: bot.payload_url,
  interface: bot.interface,
  config_data: configOf(bot),
});

/** Returns a bot's columns. Only an outgoing webhook has a URL to send to. */
function columnsOf(user: User, fields: BotFields) {
  const isOutgoing = user.bot_type === BotType.outgoingWebhook;
  return {
    user: user.id,
    sending: fields.sending,
    events: fields.events,
    all_public: fields.all_public,
    payload_url: isOutgoing ? fields.payload_url : null,
    interface: isOutgoing ? fields.interface : null,
    config_data: JSON.stringify(fields.config_data),
  };
}
