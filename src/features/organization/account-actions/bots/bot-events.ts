import type { ChannelId, UserId } from "../../../../protocol/ids.ts";
import { Role } from "../../../../protocol/roles.ts";
import { type Audience, only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accountEntity, audit } from "../../../trust/audit-log/audit.ts";
import { accessUsers } from "../../accounts/access.ts";
import { findUser, type User } from "../../accounts/accounts.ts";
import { roleOf } from "../../accounts/audience.ts";
import { changeBotOwner } from "../../accounts/changes.ts";
import { MAX_VISIBILITY_EVENTS } from "../../accounts/visibility-events.ts";
import { botDefaults, botObject } from "./bot-object.ts";
import { type BotChanges, botAdded, botChanged, botDeleted } from "./events.ts";
import { allBots, type BotRow, botById, botsWithDefault, deleteBot } from "./rows.ts";

const isAdministrator = (realm: Realm, id: UserId) => roleOf(realm, id) <= Role.administrator;

/** The users who get a bot's `realm_bot` events: its owner and all administrators. */
const botAudience = (realm: Realm, owner: UserId | null): Audience => ({
  includes: (id) => id === owner || isAdministrator(realm, id),
});

export function emitBotAdded(realm: Realm, user: User): void {
  const bot = botObject(realm, user, botById.one(realm.sql, { id: user.id }));
  realm.emit(botAdded({ bot }), botAudience(realm, user.bot_owner_id));
}

export function emitBotUpdated(realm: Realm, { id, bot_owner_id }: User, changes: BotChanges): void {
  realm.emit(botChanged({ bot: { user_id: id, ...changes } }), botAudience(realm, bot_owner_id));
}

/** After a channel was renamed, emits the default channels of the bots that have it as one. */
export function emitBotsWithDefault(realm: Realm, channel: ChannelId): void {
  for (const row of botsWithDefault.all(realm.sql, { channel })) {
    const bot = findUser(realm, row.user_id);
    if (bot !== undefined) emitBotUpdated(realm, bot, botDefaults(realm, row));
  }
}

/** Deletes an erased bot's URL, token and configuration. Its account stays. */
export function eraseBot(realm: Realm, { id, bot_type, bot_owner_id }: User): void {
  if (bot_type === null) return;
  deleteBot.run(realm.sql, { id });
  realm.emit(botDeleted({ bot: { user_id: id } }), botAudience(realm, bot_owner_id));
}

/** Changes a bot's owner. The bot is deleted for the former owner's clients and added for the new owner's. */
export function transferBot(realm: Realm, bot: User, owner: User): void {
  if (bot.bot_owner_id === owner.id) return;
  const { id: user_id, bot_owner_id: before } = bot;
  const row = botById.one(realm.sql, { id: user_id });
  const former = botDefaults(realm, row);
  changeBotOwner(realm, bot, owner.id);
  audit(realm, "bot.owner_changed", { of: accountEntity(bot), details: { before, after: owner.id } });
  if (before !== null && !isAdministrator(realm, before)) realm.emit(botDeleted({ bot: { user_id } }), only(before));
  if (!isAdministrator(realm, owner.id)) realm.emit(botAdded({ bot: botObject(realm, bot, row) }), only(owner.id));
  // The former and the new owner may see different channels.
  const defaults = botDefaults(realm, row);
  if (JSON.stringify(defaults) !== JSON.stringify(former))
    emitBotUpdated(realm, { ...bot, bot_owner_id: owner.id }, defaults);
}

/** Emits other users' bots to a new administrator, or their deletion to a former administrator. */
export function emitBotsOfOthers(realm: Realm, user: UserId, { isAdministrator }: { isAdministrator: boolean }): void {
  if ([...realm.queues.ofUser(user)].length === 0) return;
  const rows = new Map<number, BotRow>(allBots.all(realm.sql, {}).map((row) => [row.user_id, row]));
  const bots = accessUsers(realm, null, [...rows.keys()]).filter(({ bot_owner_id }) => bot_owner_id !== user);
  if (bots.length > MAX_VISIBILITY_EVENTS) {
    realm.endQueuesOf(user);
    return;
  }
  for (const bot of bots) {
    const row = rows.get(bot.id);
    if (!isAdministrator) realm.emit(botDeleted({ bot: { user_id: bot.id } }), only(user));
    else if (row !== undefined) realm.emit(botAdded({ bot: botObject(realm, bot, row) }), only(user));
  }
}

export const botOwner = (realm: Realm, bot: User): User | undefined =>
  bot.bot_owner_id === null ? undefined : findUser(realm, bot.bot_owner_id);
