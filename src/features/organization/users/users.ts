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
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { pick } from "../../../util/records.ts";
import type { Seconds } from "../../../util/time.ts";
import { noPassword } from "./password.ts";
import {
  accountCounts,
  activeCounts,
  allSystemBots,
  botCounts,
  botsOf,
  inactiveIds,
  insertSystemBot,
  insertUser,
  invisibleIds,
  membersJoinedBefore,
  nextMemberJoined,
  passwordOf,
  putPassword,
  putSetting,
  selectActiveOwners,
  setEmails,
  settingsOfUser,
  settingsOfUsers,
  systemBotNamed,
  type UserRow,
  userByDeliveryEmail,
  userById,
  usersWith,
  usersWithout,
} from "./rows.ts";

/** An account. */
export type User = UserRow;

/** What a new account is made of. Everything around it (groups, channels, events) is its creator's to do. */
export interface NewUser {
  readonly delivery_email: string;
  readonly full_name: string;
  readonly role: Role;
  readonly passwordHash?: string | undefined;
  readonly bot?: { readonly type: BotType; readonly owner: UserId | null };
  readonly timezone?: string;
  /** Who may see the real address (users-groups-org.md 4.3); everybody, unless told otherwise. */
  readonly email_visibility?: EmailVisibility;
}

/** Writes an account's rows. */
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
  if (passwordHash !== undefined) writePassword(realm, user.id, passwordHash);
  return email_visibility === EmailVisibility.everyone
    ? user
    : writeEmails(realm, user, { delivery_email, email_visibility });
}

function checkAccountLimit(realm: Realm, isBot: boolean): void {
  const { accounts, bots } = accountCounts.one(realm.sql, {});
  if (isBot) checkOrganizationHas(bots + 1, limits.organization.bots, "bots");
  else checkOrganizationHas(accounts - bots + 1, limits.organization.people, "people");
}

/** How many bots somebody runs, and how many of them are in use. */
export const countBots = (realm: Realm, owner: UserId) => botCounts.one(realm.sql, { owner });

/** Writes an account's real address and who may see it, and with them its API email (users-groups-org.md 4.3). */
export function writeEmails(
  realm: Realm,
  { id }: Pick<UserRow, "id">,
  { delivery_email, email_visibility }: Pick<UserRow, "delivery_email" | "email_visibility">,
): UserRow {
  const email = email_visibility === EmailVisibility.everyone ? delivery_email : dummyEmail(realm, id);
  setEmails.run(realm.sql, { id, email, delivery_email, email_visibility, avatar_hash: gravatarHash(delivery_email) });
  forgetAccount(realm, id);
  return userById.one(realm.sql, { id });
}

export function checkEmailIsFree(realm: Realm, email: string): void {
  const isTaken = dummyId(realm, email) !== undefined || userByDeliveryEmail.first(realm.sql, { email }) !== undefined;
  if (isTaken) throw badRequest("Email is already in use.");
}

/** The name under which Gravatar knows an address. */
export const gravatarHash = (email: string) => createHash("md5").update(email.trim().toLowerCase()).digest("hex");

/** The address that stands for an account whose real one is not for everybody (users-groups-org.md 4.3). */
export const dummyEmail = (realm: Realm, id: UserId) => `user${id}@${realm.host}`;

/** The account that an address would stand for: nobody else may have such a one for their own. */
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

/** The personal settings of an account: those that it has chosen, and the defaults of the rest. */
export function settingsOf(realm: Realm, user: UserId): UserSettings {
  const { email_visibility: email_address_visibility, timezone } = userById.one(realm.sql, { id: user });
  return { ...choicesOf(realm, user), ...withDefaults(kept, { email_address_visibility, timezone }) };
}

/** Settings that are columns of the account. */
const { email_address_visibility, timezone } = userSettingTable;
const kept = { email_address_visibility, timezone };

/** One of them, at less cost: not the two that the account itself has. */
export const settingOf = <Name extends Exclude<UserSettingName, "email_address_visibility" | "timezone">>(
  realm: Realm,
  user: UserId,
  name: Name,
): UserSettings[Name] => choicesOf(realm, user)[name];

const SETTING = "user_settings.value";
const readSetting = storedAnything(SETTING);
const reportSetting = (user: UserId) => (name: string, problem: string) =>
  reportUnreadable(SETTING, `${user} ${name}`, problem);

const choicesKey = cacheKey<Map<UserId, UserSettings>>("chosen settings");
const MOST_REMEMBERED = 2000;

/** What an account has chosen, remembered: each message asks for some of it. */
function choicesOf(realm: Realm, user: UserId): UserSettings {
  const remembered = realm.cached(choicesKey, () => new Map<UserId, UserSettings>());
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  return entryOf(remembered, user, () => {
    const stored = settingsOfUser.all(realm.sql, { user }).map(({ name, value }) => [name, readSetting(value, user)]);
    return withDefaults(userSettingTable, Object.fromEntries(stored), reportSetting(user));
  });
}

/** Some of the settings of many accounts: asked at once, for those whom a message concerns may be many. */
export function settingsOfMany<Name extends UserSettingName>(
  realm: Realm,
  users: readonly UserId[],
  names: readonly Name[],
): (user: UserId) => SettingValues<Pick<typeof userSettingTable, Name>> {
  const rows = settingsOfUsers.all(realm.sql, { users: JSON.stringify(users), names: JSON.stringify(names) });
  const chosen = Map.groupBy(rows, ({ user_id }) => user_id);
  const table = pick(userSettingTable, names);
  return (user) => {
    const stored = (chosen.get(user) ?? []).map(({ name, value }) => [name, readSetting(value, user)]);
    return withDefaults(table, Object.fromEntries(stored), reportSetting(user));
  };
}

/** Writes a setting that is kept as a row of its own; the time zone and the email's visibility are the account's. */
export function writeUserSetting(realm: Realm, user: UserId, name: UserSettingName, value: unknown): void {
  putSetting.run(realm.sql, { user, name, value: JSON.stringify(value) });
  realm.peek(choicesKey)?.delete(user);
  if (name === "presence_enabled") realm.forget(invisibleKey);
  if (name === "enable_stream_push_notifications") realm.forget(pushedKey);
}

const invisibleKey = cacheKey<ReadonlySet<UserId>>("invisible users");

/** The accounts that do not want to be seen (presence_enabled). */
export const usersHidingPresence = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(invisibleKey, () => new Set(invisibleIds.all(realm.sql, {}).map((user) => user.user_id)));

const pushedKey = cacheKey<ReadonlySet<UserId>>("users who want pushes of channels");

/** The accounts that want a push for what is sent to their channels, unless they say otherwise for one of them. */
export const usersWantingChannelPushes = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(pushedKey, () => {
    const rows = usersWith.all(realm.sql, { name: "enable_stream_push_notifications", value: "true" });
    return new Set(rows.map((user) => user.user_id));
  });

/** Which of some users do not want others to see what they have read. */
export const usersHidingReadReceipts = (realm: Realm, users: readonly UserId[]): ReadonlySet<UserId> =>
  new Set(
    usersWithout
      .all(realm.sql, { name: "send_read_receipts", users: JSON.stringify(users) })
      .map((user) => user.user_id),
  );

/** The hash of an account's password; one that no password fits, where it has none. */
export const passwordHashOf = (realm: Realm, user: UserId | undefined): string =>
  (user && passwordOf.first(realm.sql, { user })?.hash) ?? noPassword(realm.config.passwordIterations);

export function writePassword(realm: Realm, user: UserId, hash: string): void {
  putPassword.run(realm.sql, { user, hash });
}

export type SystemBotName = "notification-bot" | "welcome-bot";
const systemBots = cacheKey<ReadonlySet<UserId>>("system bots");

/** Makes an account that the server itself speaks through. */
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

export const systemBotIds = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(systemBots, () => new Set(allSystemBots.all(realm.sql, {}).map((bot) => bot.user_id)));

const inactiveKey = cacheKey<ReadonlySet<UserId>>("inactive users");

/** The accounts that are deactivated: hidden in groups and permissions, which keep them for their return. */
export const inactiveUsers = (realm: Realm): ReadonlySet<UserId> =>
  realm.cached(inactiveKey, () => new Set(inactiveIds.all(realm.sql, {}).map((user) => user.id)));

/** To be called by whoever deactivates or reactivates an account. */
export const forgetInactiveUsers = (realm: Realm) => realm.forget(inactiveKey);

const accountsKey = cacheKey<Map<number, User>>("accounts");

/** An account, remembered: each request asks for its caller's, some of them again and again. */
export function findUser(realm: Realm, id: number): User | undefined {
  const remembered = realm.cached(accountsKey, () => new Map<number, User>());
  const known = remembered.get(id);
  if (known !== undefined) return known;
  const user = userById.first(realm.sql, { id });
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  if (user !== undefined) remembered.set(id, user);
  return user;
}

/** To be called by whoever writes an account's row. */
export const forgetAccount = (realm: Realm, id: UserId) => realm.peek(accountsKey)?.delete(id);

/** The account of a real address, whoever may see it: for the server's own purposes. */
export const findUserByRealEmail = (realm: Realm, email: string): User | undefined =>
  userByDeliveryEmail.first(realm.sql, { email });

export const botsOwnedBy = (realm: Realm, owner: UserId): User[] => botsOf.all(realm.sql, { owner });

/** How many accounts of people are active, and how many of them are owners. */
export const activeAccountCounts = (realm: Realm) => activeCounts.one(realm.sql, {});

/** The owners whose accounts are active. */
export const listActiveOwners = (realm: Realm): User[] => selectActiveOwners.all(realm.sql, {});

/** The accounts of role member that were made up to then, in ascending order. */
export const membersJoinedBy = (realm: Realm, until: Seconds): UserId[] =>
  membersJoinedBefore.all(realm.sql, { joined: until }).map((user) => user.id);

/** When the first member after then was made. */
export const nextMemberJoinedAt = (realm: Realm, after: Seconds): Seconds | null =>
  nextMemberJoined.one(realm.sql, { after }).date_joined;
