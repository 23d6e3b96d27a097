import { createHash } from "node:crypto";
import { reportUnreadable, storedAnything } from "../../../database/stored.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { BotType, Role } from "../../../protocol/roles.ts";
import { type SettingValues, withDefaults } from "../../../protocol/setting-table.ts";
import { checkOrganizationHas } from "../../../protocol/stock.ts";
import {
  EmailVisibility,
  type UserSettingName,
  type UserSettings,
  userSettingTable,
} from "../../../protocol/user-settings.ts";
import { cachedPieces, forgetPieceOf, type Pieces } from "../../../realm/cached-pieces.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { hashOfNothing } from "../../../util/password-hash.ts";
import { pick } from "../../../util/records.ts";
import type { Seconds } from "../../../util/time.ts";
import {
  accountCounts,
  activeCounts,
  allSystemBots,
  botCounts,
  botsOf,
  inactiveIds,
  insertSystemBot,
  insertUser,
  membersJoinedBefore,
  newestUser,
  nextMemberJoined,
  passwordOf,
  peopleAfter,
  pieceOfUsers,
  putPassword,
  selectActiveAdministrators,
  selectActiveOwners,
  setEmails,
  systemBotNamed,
  type UserRow,
  userByDeliveryEmail,
  userById,
} from "./rows.ts";
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

/** An account, of a person or of a bot. */
export type User = UserRow;

/** A new account. Groups, channels and events are for the caller to add. */
export interface NewUser {
  readonly delivery_email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly passwordHash?: string | undefined;
  readonly bot?: { readonly type: BotType; readonly owner: UserId | null };
  readonly timezone?: string;
  /** The people who may see the real address (users-groups-org.md 4.3); everybody, if not given. */
  readonly email_visibility?: EmailVisibility;
}

/** Writes the rows of a new account, and emits nothing. */
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
  const user = insertUser.one(realm.sql, {
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
  if (passwordHash !== undefined) putPassword.run(realm.sql, { user: user.id, hash: passwordHash });
  return email_visibility === EmailVisibility.everyone
    ? user
    : writeEmails(realm, user, { delivery_email, email_visibility });
}

function checkAccountLimit(realm: Realm, isBot: boolean): void {
  const { accounts, bots } = accountCounts.one(realm.sql, {});
  if (isBot) checkOrganizationHas(bots + 1, limits.organization.bots, "bots");
  else checkOrganizationHas(accounts - bots + 1, limits.organization.people, "people");
}

/** The number of bots that a user owns, and of those that are active. */
export const countBots = (realm: Realm, owner: UserId) => botCounts.one(realm.sql, { owner });

/** Writes an account's real address and its visibility, and the API email that follows (users-groups-org.md 4.3). */
export function writeEmails(
  realm: Realm,
  { id, is_deleted }: Pick<UserRow, "id" | "is_deleted">,
  { delivery_email, email_visibility }: Pick<UserRow, "delivery_email" | "email_visibility">,
): UserRow {
  const email = email_visibility === EmailVisibility.everyone ? delivery_email : dummyEmail(realm, id);
  const avatar_hash = gravatarHashOf(realm, { id, delivery_email, is_deleted });
  setEmails.run(realm.sql, { id, email, delivery_email, email_visibility, avatar_hash });
  forgetAccount(realm, id);
  return userById.one(realm.sql, { id });
}

export function checkEmailIsFree(realm: Realm, email: string): void {
  const isTaken = dummyId(realm, email) !== undefined || userByDeliveryEmail.first(realm.sql, { email }) !== undefined;
  if (isTaken) throw badRequest("Email is already in use.");
}

/** The hash that Gravatar identifies an address by. */
export const gravatarHash = (email: string) => createHash("md5").update(email.trim().toLowerCase()).digest("hex");

/** The hash of an account's picture at Gravatar. The picture of somebody whose profile is deleted shows nobody. */
export const gravatarHashOf = (
  realm: Realm,
  { id, delivery_email, is_deleted }: Pick<UserRow, "id" | "delivery_email" | "is_deleted">,
) => gravatarHash(is_deleted === 1 ? dummyEmail(realm, id) : delivery_email);

/** The API email of an account whose real address is hidden from some users (users-groups-org.md 4.3). */
export const dummyEmail = (realm: Realm, id: UserId) => `user${id}@${realm.host}`;

/** The account id in a dummy address; undefined for other addresses. No account may have one as its real address. */
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

/** The personal settings of an account, with the defaults of those that it has not set. */
export function settingsOf(realm: Realm, user: UserId): UserSettings {
  const { email_visibility: email_address_visibility, timezone } = userById.one(realm.sql, { id: user });
  return { ...settingRowsOf(realm, user), ...withDefaults(accountSettings, { email_address_visibility, timezone }) };
}

/** The settings that are columns of the account. */
const { email_address_visibility, timezone } = userSettingTable;
const accountSettings = { email_address_visibility, timezone };

/** A single personal setting, without reading the account: so not the two settings that are columns of it. */
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

/** The settings that have rows of their own, from a cache: each message asks for some. */
function settingRowsOf(realm: Realm, user: UserId): UserSettings {
  const cached = realm.cached(settingRowsKey, () => new Map<UserId, UserSettings>());
  if (cached.size >= MAX_CACHED) cached.clear();
  return entryOf(cached, user, () => {
    const stored = settingsOfUser.all(realm.sql, { user }).map(({ name, value }) => [name, readSetting(value, user)]);
    return withDefaults(userSettingTable, Object.fromEntries(stored), reportSetting(user));
  });
}

/** Some settings of many accounts, read in one query: a message may concern many users. */
export function settingsOfMany<Name extends UserSettingName>(
  realm: Realm,
  users: readonly UserId[],
  names: readonly Name[],
): (user: UserId) => SettingValues<Pick<typeof userSettingTable, Name>> {
  const rows = settingsOfUsers.all(realm.sql, { users: JSON.stringify(users), names: JSON.stringify(names) });
  const rowsByUser = Map.groupBy(rows, ({ user_id }) => user_id);
  const table = pick(userSettingTable, names);
  return (user) => {
    const stored = (rowsByUser.get(user) ?? []).map(({ name, value }) => [name, readSetting(value, user)]);
    return withDefaults(table, Object.fromEntries(stored), reportSetting(user));
  };
}

/** Writes a setting that has a row of its own: not the time zone or the visibility of the address. */
export function writeUserSetting(realm: Realm, user: UserId, name: UserSettingName, value: unknown): void {
  putSetting.run(realm.sql, { user, name, value: JSON.stringify(value) });
  realm.peek(settingRowsKey)?.delete(user);
  if (name === "presence_enabled") realm.forget(invisibleKey);
  if (isAboutAllChannels(name)) realm.forget(allChannelsKeys[name]);
}

/** Notes that an account has set these settings itself, to values that they have by now. */
export function noteOwnSettings(realm: Realm, user: UserId, settings: Readonly<Record<string, unknown>>): void {
  const texts = Object.entries(settings).flatMap(([name, value]) =>
    Object.hasOwn(accountSettings, name) ? [] : [[name, JSON.stringify(value)]],
  );
  markOwnSettings.run(realm.sql, { user, settings: JSON.stringify(Object.fromEntries(texts)) });
}

/** The settings that an account has ever set itself. A time zone counts as its own, since there is none at first. */
export const settingsSetBy = (realm: Realm, { id, timezone }: Pick<UserRow, "id" | "timezone">): ReadonlySet<string> =>
  new Set([
    ...ownSettings.all(realm.sql, { user: id }).map(({ name }) => name),
    ...(timezone === "" ? [] : ["timezone"]),
  ]);

const invisibleKey = cacheKey<ReadonlySet<UserId>>("invisible users");

/** The users who have turned off `presence_enabled`. */
export const usersHidingPresence = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(invisibleKey, () => new Set(invisibleIds.all(realm.sql, {}).map((user) => user.user_id)));

/** The settings that notify of every message in channels, each of which a user may override for single ones. */
const allChannelsKeys = {
  enable_stream_push_notifications: cacheKey<ReadonlySet<UserId>>("users who want pushes of channels"),
  enable_stream_email_notifications: cacheKey<ReadonlySet<UserId>>("users who want letters of channels"),
};
type AllChannels = keyof typeof allChannelsKeys;
const isAboutAllChannels = (name: UserSettingName): name is AllChannels => Object.hasOwn(allChannelsKeys, name);

/** The users who have turned on one of these settings. */
export const usersWantingAllChannels = (realm: Realm, name: AllChannels): ReadonlySet<UserId> =>
  realm.cached(allChannelsKeys[name], () => {
    const rows = usersWith.all(realm.sql, { name, value: "true" });
    return new Set(rows.map((user) => user.user_id));
  });

/** The users among some who have turned off `send_read_receipts`. */
export const usersHidingReadReceipts = (realm: Realm, users: readonly UserId[]): ReadonlySet<UserId> =>
  new Set(
    usersWithout
      .all(realm.sql, { name: "send_read_receipts", users: JSON.stringify(users) })
      .map((user) => user.user_id),
  );

/** The hash of an account's password; for an account or id without one, a hash that no password fits. */
export const passwordHashOf = (realm: Realm, user: UserId | undefined): string =>
  (user && passwordOf.first(realm.sql, { user })?.hash) ?? hashOfNothing(realm.config.passwordIterations);

export const hasPassword = (realm: Realm, user: UserId): boolean => passwordOf.first(realm.sql, { user }) !== undefined;

export type SystemBotName = "notification-bot" | "welcome-bot" | "email-gateway";
const systemBots = cacheKey<ReadonlySet<UserId>>("system bots");

/** Creates a system bot: an account that the server itself sends messages from. */
export function insertSystemAccount(realm: Realm, name: SystemBotName, full_name: string): UserRow {
  const user = insertAccount(realm, {
    delivery_email: `${name}@${realm.host}`,
    full_name,
    role: Role.member,
    bot: { type: BotType.generic, owner: null },
  });
  insertSystemBot.run(realm.sql, { name, user_id: user.id });
  realm.forget(systemBots);
  return user;
}

export function systemBot(realm: Realm, name: SystemBotName): UserRow {
  const { user_id: id } = systemBotNamed.one(realm.sql, { name });
  return userById.one(realm.sql, { id });
}

/** Whether the organization has this bot; one that was founded before there was such a bot may have none yet. */
export const hasSystemBot = (realm: Realm, name: SystemBotName): boolean =>
  systemBotNamed.first(realm.sql, { name }) !== undefined;

export const systemBotIds = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(systemBots, () => new Set(allSystemBots.all(realm.sql, {}).map((bot) => bot.user_id)));

const inactiveKey = cacheKey<ReadonlySet<UserId>>("inactive users");

/** The deactivated accounts. Groups and permissions still name them, but hide them from clients. */
export const inactiveUsers = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(inactiveKey, () => new Set(inactiveIds.all(realm.sql, {}).map((user) => user.id)));

/** Must be called after an account is deactivated or reactivated. */
export const forgetInactiveUsers = (realm: Realm) => realm.forget(inactiveKey);

const accountsKey = cacheKey<Map<number, User>>("accounts");

/** An account, from a cache: each request asks for its actor's, some several times. */
export function findUser(realm: Realm, id: number): User | undefined {
  const cached = realm.cached(accountsKey, () => new Map<number, User>());
  const known = cached.get(id);
  if (known !== undefined) return known;
  const user = userById.first(realm.sql, { id });
  if (cached.size >= MAX_CACHED) cached.clear();
  if (user !== undefined) cached.set(id, user);
  return user;
}

const piecesKey = cacheKey<Pieces>("accounts as JSON");

/** All accounts as pieces of JSON: each registration asks for them. */
export const accountPieces = (realm: Realm): string[] =>
  cachedPieces(realm, piecesKey, {
    newest: newestUser.one(realm.sql, {}).id ?? 0,
    read: (range) => pieceOfUsers.one(realm.sql, range).piece,
  });

/** Must be called after an account's row is written. */
export function forgetAccount(realm: Realm, id: UserId): void {
  realm.peek(accountsKey)?.delete(id);
  forgetPieceOf(realm, piecesKey, id);
}

/** The account of a real address, without a check of who may see it. */
export const findUserByRealEmail = (realm: Realm, email: string): User | undefined =>
  userByDeliveryEmail.first(realm.sql, { email });

export const botsOwnedBy = (realm: Realm, owner: UserId): User[] => botsOf.all(realm.sql, { owner });

/** The number of accounts of people that are active, and of those that are owners. */
export const activeAccountCounts = (realm: Realm) => activeCounts.one(realm.sql, {});

/** The owners and administrators whose accounts are active. */
export const activeAdministrators = (realm: Realm): UserId[] =>
  selectActiveAdministrators.all(realm.sql, {}).map(({ id }) => id);

/** A page of the people who have, or had, accounts, in the order of their ids. */
export const peopleFrom = (realm: Realm, page: { after: number; most: number }): User[] =>
  peopleAfter.all(realm.sql, page);

/** The owners whose accounts are active. */
export const listActiveOwners = (realm: Realm): User[] => selectActiveOwners.all(realm.sql, {});

/** The accounts with the role member that joined up to a time, by id. */
export const membersJoinedBy = (realm: Realm, until: Seconds): UserId[] =>
  membersJoinedBefore.all(realm.sql, { joined: until }).map((user) => user.id);

/** When the first member after a time joined; null where there is none. */
export const nextMemberJoinedAt = (realm: Realm, after: Seconds): Seconds | null =>
  nextMemberJoined.one(realm.sql, { after }).date_joined;
