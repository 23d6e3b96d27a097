import * as v from "valibot";
import type { ArchiveRow } from "../../../archive-format/tables.ts";
import { toUserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { BotType } from "../../../protocol/roles.ts";
import { EmailVisibility, isUserSettingName, userSettingTable } from "../../../protocol/user-settings.ts";
import { type ImportContext, LeftOut } from "../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isPasswordHash } from "../../../util/password-hash.ts";
import { seconds } from "../../../util/time.ts";
import {
  dummyEmail,
  dummyId,
  findUser,
  findUserByRealEmail,
  gravatarHash,
  hasPassword,
  systemBot,
  type User,
} from "./accounts.ts";
import {
  accountCounts,
  deleteKeysByIds,
  insertAccount,
  insertKey,
  insertPassword,
  insertSetting,
  setApiEmail,
  setOwners,
  setToldTo,
  strengthenRole,
} from "./archive-rows.ts";
import { bringsWayIn, OF_OLDER_ACCOUNTS } from "./archive-ways-in.ts";
import { avatarKey } from "./avatars.ts";
import { isEmail } from "./email.ts";
import { fullNameSchema } from "./full-name.ts";
import { insertUuid } from "./uuid-rows.ts";

type UserRow = ArchiveRow<"users">;

/** Writes an archived account. If an account has the address already, it keeps its data and gets the stronger role. */
export function writeUser(writing: ImportContext, row: UserRow): string | undefined {
  const { realm } = writing;
  if (writing.id("user", row.id) !== undefined) return LeftOut.twice;
  if (row.system !== undefined) {
    const name = row.system === "welcome-bot" ? row.system : "notification-bot";
    writing.addId("user", row.id, systemBot(realm, name).id);
    return undefined;
  }
  const email = row.delivery_email?.trim() ?? "";
  const known = isEmail(email) ? accountAt(writing, email) : undefined;
  if (known !== undefined && known.isBot === (row.bot_type !== null)) {
    joinAccount(writing, row, known);
    return undefined;
  }
  const isBot = row.bot_type !== null;
  const kind = isBot ? "bots" : "people";
  const number = writing.noted.number(kind, () => accountCounts.one(realm.sql, {})[kind]);
  if (number >= limits.organization[kind]) return LeftOut.tooMany;
  writing.noted.set(kind, number + 1);
  newAccount(writing, row, known === undefined && isFree(realm, email) ? email : undefined);
  return undefined;
}

interface KnownAccount {
  readonly id: number;
  readonly isBot: boolean;
  /** Undefined for an account that isn't in the organization yet, but was found in the archive by a dry run. */
  readonly user: User | undefined;
}

const ADDRESSES = { false: "addresses of people", true: "addresses of bots" } as const;

function accountAt({ realm, noted, writes }: ImportContext, email: string): KnownAccount | undefined {
  const user = findUserByRealEmail(realm, email);
  if (user !== undefined) return { id: user.id, isBot: user.bot_type !== null, user };
  if (writes) return undefined;
  for (const isBot of [false, true]) {
    const id = noted.find(ADDRESSES[`${isBot}`], email.toLowerCase());
    if (id !== undefined) return { id, isBot, user: undefined };
  }
  return undefined;
}

/** True if an account can have this address. No account can have a dummy address. */
const isFree = (realm: Realm, email: string) => isEmail(email) && dummyId(realm, email) === undefined;

function joinAccount(writing: ImportContext, row: UserRow, { id, user }: KnownAccount): void {
  writing.addId("user", row.id, id);
  if (writing.writes && user !== undefined && row.is_active && user.is_active === 1 && row.role < user.role)
    strengthenRole.run(writing.realm.sql, { id, role: row.role });
  writeBeside(writing, row, id);
}

function newAccount(writing: ImportContext, row: UserRow, email: string | undefined): void {
  const { realm } = writing;
  const isPossible = writing.isPossible(row.date_joined);
  const delivery_email =
    email ?? `imported-${row.id}-${writing.secretName(`user ${row.id}`).slice(0, 8)}@${realm.host}`;
  if (email === undefined && !row.is_placeholder)
    writing.leftOut("addresses that no account can have", `users ${row.id}`);
  const visibility = row.email_visibility ?? EmailVisibility.everyone;
  const picture = row.avatar === undefined ? undefined : writing.secretName(row.avatar).slice(0, 32);
  const full_name = validName(row.full_name);
  if (full_name !== row.full_name.trim()) writing.leftOut("names that no account can have", `users ${row.id}`);
  const timezone = v.is(userSettingTable.timezone.schema, row.timezone) ? row.timezone : "";
  if (timezone !== row.timezone) writing.leftOut(LeftOut.setting, `users ${row.id}: timezone`);
  if (!isPossible) writing.leftOut("accounts of a time before 1970 or after tomorrow", `users ${row.id}`);
  // Without a real address, the account's user can't receive email, so no one should be able to use the account.
  const is_active = row.is_active && !row.is_placeholder && (email !== undefined || row.bot_type !== null);
  const id = writing.made("user", row.id, () => {
    const { id: inserted } = insertAccount.one(realm.sql, {
      delivery_email,
      email_visibility: visibility,
      full_name,
      role: row.role,
      is_active,
      bot_type: row.bot_type,
      avatar_source: picture === undefined ? "G" : "U",
      avatar_hash: picture ?? gravatarHash(row.is_deleted ? dummyEmail(realm, toUserId(row.id)) : delivery_email),
      timezone,
      date_joined: isPossible ? seconds(row.date_joined) : realm.seconds(),
      is_imported_stub: row.bot_type === null && !row.is_deleted,
      is_deleted: row.is_deleted,
      is_erased: row.erased,
    });
    if (visibility !== EmailVisibility.everyone)
      setApiEmail.run(realm.sql, { id: inserted, email: dummyEmail(realm, toUserId(inserted)) });
    return inserted;
  });
  if (!writing.writes && email !== undefined)
    writing.noted.take(ADDRESSES[`${row.bot_type !== null}`], email.toLowerCase(), id);
  if (row.bot_type !== null) writing.noted.take(BOT_TYPES, id, row.bot_type);
  if (!is_active) writing.noted.take(INACTIVE, id);
  if (row.bot_owner_id !== null) writing.addId("bot owner", id, row.bot_owner_id);
  if (row.avatar !== undefined && picture !== undefined) {
    const key = avatarKey(realm.id, picture);
    writing.addFile({ member: row.avatar, kind: "avatar", target: id, key, about: { hash: picture } });
  }
  writeBeside(writing, row, id);
}

const BOT_TYPES = "types of bots";
const INACTIVE = "deactivated accounts";

/** Returns the bot type of an account in the organization or the archive. Null for human users. */
export const importedBotType = ({ realm, noted }: ImportContext, id: number): BotType | null | undefined => {
  const user = findUser(realm, toUserId(id));
  const type = noted.find(BOT_TYPES, id);
  return user === undefined ? (Object.values(BotType).find((known) => known === type) ?? null) : user.bot_type;
};

/** True if an account in the organization or the archive is active. */
export function isActiveAccount({ realm, noted }: ImportContext, id: number): boolean {
  const user = findUser(realm, toUserId(id));
  return user === undefined ? noted.find(INACTIVE, id) === undefined : user.is_active === 1;
}

/** Writes an account's rows in other tables. Existing rows stay. */
function writeBeside(writing: ImportContext, row: UserRow, user: number): void {
  const { realm, writes } = writing;
  for (const [name, value] of Object.entries(row.settings)) {
    const isColumn = name === "timezone" || name === "email_address_visibility";
    if (isColumn) continue;
    if (isUserSettingName(name) && v.is(userSettingTable[name].schema, value)) {
      const is_own = row.own_settings.includes(name);
      if (writes) insertSetting.run(realm.sql, { user, name, value: JSON.stringify(value), is_own });
    } else writing.leftOut(LeftOut.setting, `users ${row.id}: ${name}`);
  }
  if (row.uuid !== undefined && writes) insertUuid.run(realm.sql, { user, uuid: row.uuid });
  if (writing.program !== "parley") return;
  writePassword(writing, row, user);
  for (const key of row.api_key_hashes ?? []) {
    if (!KEY_HASH.test(key.hash)) writing.leftOut("hashes that are none", `users ${row.id}: API key`);
    else if (!bringsWayIn(writing, "API key", user)) writing.leftOut(OF_OLDER_ACCOUNTS, `users ${row.id}: API key`);
    else if (writes) writeKey(writing, row, { user, ...key });
  }
}

function writePassword(writing: ImportContext, { id, password_hash: hash }: UserRow, user: number): void {
  if (hash === undefined) return;
  if (!isPasswordHash(hash)) writing.leftOut("hashes that are none", `users ${id}: password`);
  else if (bringsWayIn(writing, "password", user)) {
    if (writing.writes) insertPassword.run(writing.realm.sql, { user, hash });
  } else if (!hasPassword(writing.realm, toUserId(user))) writing.leftOut(OF_OLDER_ACCOUNTS, `users ${id}: password`);
}

type Key = NonNullable<UserRow["api_key_hashes"]>[number];

function writeKey(
  writing: ImportContext,
  row: UserRow,
  { user, hash, client, created_at, ...key }: Key & { user: number },
) {
  const last_used_at = key.last_used_at == null ? null : seconds(key.last_used_at);
  // A bot's key without a recipient in the archive's row counts as given to the bot's owner.
  const told_to = row.bot_type === null ? user : null;
  const values = { user, hash, client, created_at: seconds(created_at), told_to, last_used_at };
  const added = insertKey.first(writing.realm.sql, values);
  if (added !== undefined && row.bot_type !== null && key.told_to != null)
    writing.addId("key told to", added.id, key.told_to);
}

const KEY_HASH = /^[0-9a-f]{64}$/;

/** Returns a valid account name, without characters that would break mentions of it. */
function validName(name: string): string {
  const valid = v.safeParse(fullNameSchema, name);
  if (valid.success) return valid.output;
  const plain = name.replace(/[*"`>@\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, "").replace(/\|(\d+)$/, " $1");
  const cut = [...plain.trim()].slice(0, 100).join("").trim();
  return v.is(fullNameSchema, cut) ? cut : `${cut} (imported)`.trim();
}

const sortByArchiveId = (ids: ReadonlyMap<number, number>) => [...ids].sort(([one], [other]) => one - other);

/** Sets the owners of bots, and the recipients of keys. */
export function endAccounts(writing: ImportContext): void {
  const { realm } = writing;
  const users = writing.ids("user");
  const archiveIds = new Map([...users].map(([archiveId, id]) => [id, archiveId]));
  const owners = sortByArchiveId(writing.ids("bot owner"));
  for (const [bot, owner] of owners) {
    if (!users.has(owner)) writing.leftOut("owners of bots who are not in the archive", `users ${archiveIds.get(bot)}`);
  }
  if (!writing.writes) return;
  setOwners.run(realm.sql, { rows: JSON.stringify(owners.map(([bot, owner]) => [bot, users.get(owner) ?? null])) });
  const told = sortByArchiveId(writing.ids("key told to")).map(([key, person]) => [key, users.get(person)] as const);
  // A key whose recipient isn't in the archive must not stay usable.
  const lost = told.filter(([, person]) => person === undefined).map(([key]) => key);
  deleteKeysByIds.run(realm.sql, { ids: JSON.stringify(lost) });
  setToldTo.run(realm.sql, { rows: JSON.stringify(told.filter(([, person]) => person !== undefined)) });
}
