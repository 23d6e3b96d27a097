import { createHash } from "node:crypto";
import type { Actor } from "../../protocol/actor.ts";
import { badRequest } from "../../protocol/errors.ts";
import type { UserId } from "../../protocol/ids.ts";
import type { Role } from "../../protocol/roles.ts";
import { withDefaults } from "../../protocol/setting-table.ts";
import { type UserSettings, userSettingTable } from "../../protocol/user-settings.ts";
import { cacheKey, type Realm } from "../../realm/realm.ts";
import {
  allSystemBots,
  insertSystemBot,
  inactiveIds,
  insertUser,
  putPassword,
  settingsOfUser,
  systemBotNamed,
  userByDeliveryEmail,
  userById,
  type UserRow,
} from "./rows.ts";

/** What a new account is made of. Everything around it (groups, channels, events) is its creator's to do. */
export interface NewUser {
  readonly delivery_email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly passwordHash?: string | undefined;
  readonly bot?: { readonly type: number; readonly owner: UserId | null };
  readonly timezone?: string;
}

/** Writes an account's rows. */
export function insertAccount(realm: Realm, account: NewUser): UserRow {
  const { delivery_email, full_name, role, passwordHash, bot, timezone = "" } = account;
  if (userByDeliveryEmail.first(realm.sql, { email: delivery_email }) !== undefined) {
    throw badRequest("Email is already in use.");
  }
  const user = insertUser.one(realm.sql, {
    email: delivery_email,
    delivery_email,
    email_visibility: 1,
    full_name,
    role,
    bot_type: bot?.type ?? null,
    bot_owner_id: bot?.owner ?? null,
    avatar_hash: gravatarHash(delivery_email),
    timezone,
    date_joined: realm.now(),
  });
  if (passwordHash !== undefined) putPassword.run(realm.sql, { user: user.id, hash: passwordHash });
  return user;
}

/** The name under which Gravatar knows an address. */
export const gravatarHash = (email: string) => createHash("md5").update(email.trim().toLowerCase()).digest("hex");

/** The address that stands for an account whose real one is not for everybody (users-groups-org.md 4.3). */
export const dummyEmail = (realm: Realm, id: UserId) => `user${id}@${realm.host}`;

export const actorOf = (user: UserRow): Actor => ({
  user_id: user.id,
  email: user.email,
  full_name: user.full_name,
  role: user.role,
  is_bot: user.bot_type !== null,
  bot_type: user.bot_type,
  bot_owner_id: user.bot_owner_id,
  date_joined: user.date_joined,
});

export function settingsOf(realm: Realm, user: UserId): UserSettings {
  const stored = settingsOfUser.all(realm.sql, { user }).map(({ name, value }) => [name, JSON.parse(value) as unknown]);
  const visibility = userById.first(realm.sql, { id: user })?.email_visibility;
  return withDefaults(userSettingTable, { ...Object.fromEntries(stored), email_address_visibility: visibility });
}

export type SystemBotName = "notification-bot" | "welcome-bot";
const systemBots = cacheKey<ReadonlySet<UserId>>("system bots");

/** Makes an account that the server itself speaks through. */
export function insertSystemAccount(realm: Realm, name: SystemBotName, full_name: string): UserRow {
  const user = insertAccount(realm, {
    delivery_email: `${name}@${realm.host}`,
    full_name,
    role: 400,
    bot: { type: 1, owner: null },
  });
  insertSystemBot.run(realm.sql, { name, user_id: user.id });
  realm.forget(systemBots);
  return user;
}

export function systemBot(realm: Realm, name: SystemBotName): UserRow {
  const { user_id: id } = systemBotNamed.one(realm.sql, { name });
  return userById.one(realm.sql, { id });
}

export const systemBotIds = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(systemBots, () => new Set(allSystemBots.all(realm.sql, {}).map((bot) => bot.user_id)));

const inactiveKey = cacheKey<ReadonlySet<UserId>>("inactive users");

/** The accounts that are deactivated: hidden in groups and permissions, which keep them for their return. */
export const inactiveUsers = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(inactiveKey, () => new Set(inactiveIds.all(realm.sql, {}).map((user) => user.id)));

/** To be called by whoever deactivates or reactivates an account. */
export const forgetInactiveUsers = (realm: Realm) => realm.forget(inactiveKey);
