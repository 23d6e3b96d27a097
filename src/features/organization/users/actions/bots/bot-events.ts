import type { UserId } from "../../../../../protocol/ids.ts";
import { Role } from "../../../../../protocol/roles.ts";
import { type Audience, only } from "../../../../../realm/events/event.ts";
import type { Realm } from "../../../../../realm/realm.ts";
import { accessUsers } from "../../access.ts";
import { roleOf } from "../../audience.ts";
import { changeBotOwner } from "../../changes.ts";
import { findUser, type User } from "../../users.ts";
import { MAX_VISIBILITY_EVENTS } from "../../visibility-events.ts";
import { type BotChanges, botObject } from "./bot-object.ts";
import { botAdded, botChanged, botLost } from "./events.ts";
import { allBots, type BotRow, botById } from "./rows.ts";

const isAdministrator = (realm: Realm, id: UserId) => roleOf(realm, id) <= Role.administrator;

/** A bot is the affair of its owner and of all administrators. */
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

/** Gives a bot to somebody else: the old owner loses it from sight, the new one gains it. */
export function transferBot(realm: Realm, bot: User, owner: User): void {
  changeBotOwner(realm, bot, owner.id);
  const { id: user_id, bot_owner_id: before } = bot;
  const given = { ...bot, bot_owner_id: owner.id };
  if (before !== null && !isAdministrator(realm, before)) realm.emit(botLost({ bot: { user_id } }), only(before));
  const isNews = !isAdministrator(realm, owner.id);
  if (isNews) {
    const row = botById.one(realm.sql, { id: user_id });
    realm.emit(botAdded({ bot: botObject(realm, given, row) }), only(owner.id));
  }
  const others: Audience = { includes: (id) => isAdministrator(realm, id) };
  realm.emit(botChanged({ bot: { user_id, owner_id: owner.id } }), others);
}

/** Who has become an administrator runs all bots from now on; who is one no longer, only their own. */
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
    if (!isAdministrator) realm.emit(botLost({ bot: { user_id: bot.id } }), only(user));
    else if (row !== undefined) realm.emit(botAdded({ bot: botObject(realm, bot, row) }), only(user));
  }
}

/** The owner of a bot, if it has one. */
export const botOwner = (realm: Realm, bot: User): User | undefined =>
  bot.bot_owner_id === null ? undefined : findUser(realm, bot.bot_owner_id);
