import { createHash } from "node:crypto";
import { reportUnreadable, storedAnything } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { checkOrganizationHas } from "../../../protocol/quota.ts";
import { BotType, Role } from "../../../protocol/roles.ts";
import { type SettingValues, withDefaults } from "../../../protocol/setting-table.ts";
import {
  EmailVisibility,
  type UserSettingName,
  type UserSettings,
  userSettingTable,
} from "../../../protocol/user-settings.ts";
import { cachedPieces, forgetPieceOf, type Pieces } from "../../../realm/cached-pieces.ts";
import { cacheKey, cacheRow, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { hashOfNothing } from "../../../util/password-hash.ts";
import { pick } from "../../../util/records.ts";
import type { Seconds } from "../../../util/time.ts";
import type { UserRow } from "./rows.ts";
import * as rows from "./rows.ts";
import {
  invisibleIds,
  markOwnSettings,
  ownSettings,
  putSetting,
  settingsOfUser,
  settingsOfUsers,
  usersWith,
  usersWithout,
} from "./setting-rows.ts";

export type User = UserRow;

/** A new account. The caller adds it to groups and channels, and emits its events. */
export interface NewUser {
  readonly delivery_email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly passwordHash?: string | undefined;
  readonly bot?: { readonly type: BotType; readonly owner: UserId | null };
  readonly timezone?: string;
  /** Who can see the real address (users-groups-org.md 4.3). Defaults to everyone. */
  readonly email_visibility?: EmailVisibility;
}

/** Writes the rows of a new account without emitting anything. */
export function insertAccount(realm: Realm, account: NewUser): UserRow {
  const {
    delivery_email,
    full_name,
    role,
    passwordHash,
    bot,
    timezone = "",
    email_visibility = EmailVisibility.everyone,
  } = account;
  checkEmailIsFree(realm, delivery_email);
  checkAccountLimit(realm, bot !== undefined);
  const user = rows.insertUser.one(realm.sql, {
    email: delivery_email,
    delivery_email,
    email_visibility,
    full_name,
    role,
    bot_type: bot?.type ?? null,
    bot_owner_id: bot?.owner ?? null,
    avatar_hash: gravatarHash(delivery_email),
    timezone,
    date_joined: realm.seconds(),
  });
  forgetAccount(realm, user.id);
  if (passwordHash !== undefined) rows.putPassword.run(realm.sql, { user: user.id, hash: passwordHash });
  return email_visibility === EmailVisibility.everyone
    ? user
    : writeEmails(realm, user, { delivery_email, email_visibility });
}

function checkAccountLimit(realm: Realm, isBot: boolean): void {
  const { accounts, bots } = rows.accountCounts.one(realm.sql, {});
  if (isBot) checkOrganizationHas(bots + 1, limits.organization.bots, "bots");
  else checkOrganizationHas(accounts - bots + 1, limits.organization.people, "people");
}

export const countBots = (realm: Realm, owner: UserId) => rows.botCounts.one(realm.sql, { owner });

/** Writes an account's real address and its visibility, and the resulting API email (users-groups-org.md 4.3). */
export function writeEmails(
  realm: Realm,
  { id, is_deleted }: Pick<UserRow, "id" | "is_deleted">,
  { delivery_email, email_visibility }: Pick<UserRow, "delivery_email" | "email_visibility">,
): UserRow {
  const email = email_visibility === EmailVisibility.everyone ? delivery_email : dummyEmail(realm, id);
  const avatar_hash = gravatarHashOf(realm, { id, delivery_email, is_deleted });
  rows.setEmails.run(realm.sql, { id, email, delivery_email, email_visibility, avatar_hash });
  forgetAccount(realm, id);
  return rows.userById.one(realm.sql, { id });
}

export function checkEmailIsFree(realm: Realm, email: string): void {
  const isTaken =
    dummyId(realm, email) !== undefined || rows.userByDeliveryEmail.first(realm.sql, { email }) !== undefined;
  if (isTaken) throw badRequest("Email is already in use.");
}

export const gravatarHash = (email: string) => createHash("md5").update(email.trim().toLowerCase()).digest("hex");

/** Returns the hash of an account's Gravatar picture. For a deleted profile, the hash is one without a picture. */
export const gravatarHashOf = (
  realm: Realm,
  { id, delivery_email, is_deleted }: Pick<UserRow, "id" | "delivery_email" | "is_deleted">,
) => gravatarHash(is_deleted === 1 ? dummyEmail(realm, id) : delivery_email);

/** Returns the API email of an account whose real address is hidden from some users (users-groups-org.md 4.3). */
export const dummyEmail = (realm: Realm, id: UserId) => `user${id}@${realm.host}`;

/**
 * Returns the account id in a dummy address, or undefined for other addresses. A dummy address can't be an account's
 * real address.
 */
export function dummyId(realm: Realm, email: string): number | undefined {
  const [, id, host] = /^user(\d+)@(.+)$/i.exec(email) ?? [];
  return host?.toLowerCase() === realm.host ? Number(id) : undefined;
}

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

/** Returns an account's personal settings, with defaults for those it hasn't set. */
export function settingsOf(realm: Realm, user: UserId): UserSettings {
  const { email_visibility: email_address_visibility, timezone } = rows.userById.one(realm.sql, { id: user });
  return { ...settingRowsOf(realm, user), ...withDefaults(accountSettings, { email_address_visibility, timezone }) };
}

/** Settings stored in columns of the account's row. */
const { email_address_visibility, timezone } = userSettingTable;
const accountSettings = { email_address_visibility, timezone };

/** Returns a personal setting without reading the account. Excludes the two settings stored in the account's row. */
export const settingOf = <Name extends Exclude<UserSettingName, "email_address_visibility" | "timezone">>(
  realm: Realm,
  user: UserId,
  name: Name,
): UserSettings[Name] => settingRowsOf(realm, user)[name];

const SETTING = "user_settings.value";
const readSetting = storedAnything(SETTING);
const reportSetting = (user: UserId) => (name: string, problem: string) =>
  reportUnreadable(SETTING, `${user} ${name}`, problem);

const settingRowsKey = cacheKey<Map<UserId, UserSettings>>("chosen settings");
const MAX_CACHED = 2000;

/** Returns the settings that have their own rows. They are cached, because each message needs some. */
function settingRowsOf(realm: Realm, user: UserId): UserSettings {
  const cached = realm.cached(settingRowsKey, () => new Map<UserId, UserSettings>());
  if (cached.size >= MAX_CACHED) cached.clear();
  return entryOf(cached, user, () => {
    const stored = settingsOfUser.all(realm.sql, { user }).map(({ name, value }) => [name, readSetting(value, user)]);
    return withDefaults(userSettingTable, Object.fromEntries(stored), reportSetting(user));
  });
}

/** Returns the given settings of many accounts with one query, because a message can concern many users. */
export function settingsOfMany<Name extends UserSettingName>(
  realm: Realm,
  users: readonly UserId[],
  names: readonly Name[],
): (user: UserId) => SettingValues<Pick<typeof userSettingTable, Name>> {
  const found = settingsOfUsers.all(realm.sql, { users: JSON.stringify(users), names: JSON.stringify(names) });
  const rowsByUser = Map.groupBy(found, ({ user_id }) => user_id);
  const table = pick(userSettingTable, names);
  return (user) => {
    const stored = (rowsByUser.get(user) ?? []).map(({ name, value }) => [name, readSetting(value, user)]);
    return withDefaults(table, Object.fromEntries(stored), reportSetting(user));
  };
}

/** Writes a setting that is stored in its own row: any but the time zone and the email visibility. */
export function writeUserSetting(realm: Realm, user: UserId, name: UserSettingName, value: unknown): void {
  putSetting.run(realm.sql, { user, name, value: JSON.stringify(value) });
  realm.peek(settingRowsKey)?.delete(user);
  if (name === "presence_enabled") realm.forget(invisibleKey);
  if (isAboutAllChannels(name)) realm.forget(allChannelsKeys[name]);
}

/** Records that an account's user has chosen the current values of these settings. */
export function noteOwnSettings(realm: Realm, user: UserId, settings: Readonly<Record<string, unknown>>): void {
  const texts = Object.entries(settings).flatMap(([name, value]) =>
    Object.hasOwn(accountSettings, name) ? [] : [[name, JSON.stringify(value)]],
  );
  markOwnSettings.run(realm.sql, { user, settings: JSON.stringify(Object.fromEntries(texts)) });
}

/**
 * Returns the settings that an account's user has ever chosen. A time zone always counts as chosen, because new
 * accounts have none.
 */
export const settingsSetBy = (realm: Realm, { id, timezone }: Pick<UserRow, "id" | "timezone">): ReadonlySet<string> =>
  new Set([
    ...ownSettings.all(realm.sql, { user: id }).map(({ name }) => name),
    ...(timezone === "" ? [] : ["timezone"]),
  ]);

const invisibleKey = cacheKey<ReadonlySet<UserId>>("invisible users");

export const usersHidingPresence = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(invisibleKey, () => new Set(invisibleIds.all(realm.sql, {}).map((user) => user.user_id)));

/**
 * Cache keys, by setting, for the users who are notified of every channel message, unless a channel's own setting
 * differs.
 */
const allChannelsKeys = {
  enable_stream_push_notifications: cacheKey<ReadonlySet<UserId>>("users who want pushes of channels"),
  enable_stream_email_notifications: cacheKey<ReadonlySet<UserId>>("users who want letters of channels"),
};
type AllChannels = keyof typeof allChannelsKeys;
const isAboutAllChannels = (name: UserSettingName): name is AllChannels => Object.hasOwn(allChannelsKeys, name);

export const usersWantingAllChannels = (realm: Realm, name: AllChannels): ReadonlySet<UserId> =>
  realm.cached(allChannelsKeys[name], () => {
    const found = usersWith.all(realm.sql, { name, value: "true" });
    return new Set(found.map((user) => user.user_id));
  });

export const usersHidingReadReceipts = (realm: Realm, users: readonly UserId[]): ReadonlySet<UserId> =>
  new Set(
    usersWithout
      .all(realm.sql, { name: "send_read_receipts", users: JSON.stringify(users) })
      .map((user) => user.user_id),
  );

/**
 * Returns the hash of an account's password. Without an account or a password, returns a hash that no password matches.
 */
export const passwordHashOf = (realm: Realm, user: UserId | undefined): string =>
  (user && rows.passwordOf.first(realm.sql, { user })?.hash) ?? hashOfNothing(realm.config.passwordIterations);

export const hasPassword = (realm: Realm, user: UserId): boolean =>
  rows.passwordOf.first(realm.sql, { user }) !== undefined;

export type SystemBotName = "notification-bot" | "welcome-bot" | "email-gateway";
const systemBots = cacheKey<ReadonlySet<UserId>>("system bots");

/** Creates a system bot: an account that the server itself uses to send messages. */
export function insertSystemAccount(realm: Realm, name: SystemBotName, full_name: string): UserRow {
  const user = insertAccount(realm, {
    delivery_email: `${name}@${realm.host}`,
    full_name,
    role: Role.member,
    bot: { type: BotType.generic, owner: null },
  });
  rows.insertSystemBot.run(realm.sql, { name, user_id: user.id });
  realm.forget(systemBots);
  return user;
}

export function systemBot(realm: Realm, name: SystemBotName): UserRow {
  const { user_id: id } = rows.systemBotNamed.one(realm.sql, { name });
  return rows.userById.one(realm.sql, { id });
}

/** True if the organization has this bot. An organization older than the bot may not have it yet. */
export const hasSystemBot = (realm: Realm, name: SystemBotName): boolean =>
  rows.systemBotNamed.first(realm.sql, { name }) !== undefined;

export const systemBotIds = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(systemBots, () => new Set(rows.allSystemBots.all(realm.sql, {}).map((bot) => bot.user_id)));

const inactiveKey = cacheKey<ReadonlySet<UserId>>("inactive users");

/** Returns the deactivated accounts. They stay in groups and permissions, but clients aren't shown them there. */
export const inactiveUsers = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(inactiveKey, () => new Set(rows.inactiveIds.all(realm.sql, {}).map((user) => user.id)));

/** Call it after an account is deactivated or reactivated. */
export const forgetInactiveUsers = (realm: Realm) => realm.forget(inactiveKey);

const accountsKey = cacheKey<Map<number, User>>("accounts");

/** Returns an account. It is cached, because each request needs its actor's account, sometimes more than once. */
export function findUser(realm: Realm, id: number): User | undefined {
  const cached = realm.cached(accountsKey, () => new Map<number, User>());
  return cached.get(id) ?? cacheRow(cached, id, rows.userById.first(realm.sql, { id }));
}

const piecesKey = cacheKey<Pieces>("accounts as JSON");

/** Returns all accounts as chunks of JSON. They are cached, because each /register request needs them. */
export const accountPieces = (realm: Realm): string[] =>
  cachedPieces(realm, piecesKey, {
    newest: rows.newestUser.one(realm.sql, {}).id ?? 0,
    read: (range) => rows.pieceOfUsers.one(realm.sql, range).piece,
  });

/** Call it after writing an account's row. */
export function forgetAccount(realm: Realm, id: UserId): void {
  realm.peek(accountsKey)?.delete(id);
  forgetPieceOf(realm, piecesKey, id);
}

/** Returns the account with a real address, without checking who can see it. */
export const findUserByRealEmail = (realm: Realm, email: string): User | undefined =>
  rows.userByDeliveryEmail.first(realm.sql, { email });

export const botsOwnedBy = (realm: Realm, owner: UserId): User[] => rows.botsOf.all(realm.sql, { owner });

/** Returns the number of active human accounts, and of the owners among them. */
export const activeAccountCounts = (realm: Realm) => rows.activeCounts.one(realm.sql, {});

export const activeAdministrators = (realm: Realm): UserId[] =>
  rows.selectActiveAdministrators.all(realm.sql, {}).map(({ id }) => id);

/** Returns a page of human users, including deactivated ones, ordered by id. */
export const peopleFrom = (realm: Realm, page: { after: number; most: number }): User[] =>
  rows.peopleAfter.all(realm.sql, page);

export const listActiveOwners = (realm: Realm): User[] => rows.selectActiveOwners.all(realm.sql, {});

export const membersJoinedBy = (realm: Realm, until: Seconds): UserId[] =>
  rows.membersJoinedBefore.all(realm.sql, { joined: until }).map((user) => user.id);

/** Returns the join time of the first member who joined after a time, or null if there is none. */
export const nextMemberJoinedAt = (realm: Realm, after: Seconds): Seconds | null =>
  rows.nextMemberJoined.one(realm.sql, { after }).date_joined;
