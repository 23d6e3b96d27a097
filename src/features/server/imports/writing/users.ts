import * as v from "valibot";
import type { ArchiveRow } from "../../../../archive/tables.ts";
import { toGroupId, toUserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { Role, type SystemGroupName } from "../../../../protocol/roles.ts";
import { EmailVisibility, userSettingNames, userSettingTable } from "../../../../protocol/user-settings.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { isPasswordHash } from "../../../../util/password-hash.ts";
import { seconds } from "../../../../util/time.ts";
import { systemGroupIds } from "../../../organization/groups/public.ts";
import { updateFullMembers } from "../../../organization/users/actions/public.ts";
import {
  avatarKey,
  dummyEmail,
  dummyId,
  findUserByRealEmail,
  fullNameSchema,
  gravatarHash,
  isEmail,
  systemBot,
  type User,
} from "../../../organization/users/public.ts";
import { archiveOf } from "../imports.ts";
import { secretName } from "../reading/upload-path.ts";
import { insertFile } from "../rows.ts";
import {
  accountCounts,
  addToRoleGroup,
  deleteKeysOfMissing,
  insertAccount,
  insertKey,
  insertPassword,
  insertSetting,
  insertStatus,
  removeFromRoleGroup,
  setApiEmail,
  setOwners,
  setToldTo,
  strengthenRole,
} from "./account-rows.ts";
import { LeftOut } from "./table-writer.ts";
import type { Writing } from "./writing.ts";

type UserRow = ArchiveRow<"users">;

/** Writes an account. One with the same address is the same account: it keeps what it has, and gets the stronger role. */
export function writeUser(writing: Writing, row: UserRow): string | undefined {
  const { realm } = writing;
  if (writing.id("user", row.id) !== undefined) return LeftOut.twice;
  if (row.system !== undefined) {
    const name = row.system === "welcome-bot" ? row.system : "notification-bot";
    writing.addId("user", row.id, systemBot(realm, name).id);
    return undefined;
  }
  const email = row.delivery_email?.trim() ?? "";
  const known = isEmail(email) ? findUserByRealEmail(realm, email) : undefined;
  if (known !== undefined && (known.bot_type === null) === (row.bot_type === null)) {
    joinAccount(writing, row, known);
    return undefined;
  }
  const { people, bots } = accountCounts.one(realm.sql, {});
  const isFull = row.bot_type === null ? people >= limits.organization.people : bots >= limits.organization.bots;
  if (isFull) return LeftOut.tooMany;
  newAccount(writing, row, known === undefined && isFree(realm, email) ? email : undefined);
  return undefined;
}

/** Addresses of the form of API addresses belong to nobody. */
const isFree = (realm: Realm, email: string) => isEmail(email) && dummyId(realm, email) === undefined;

function joinAccount(writing: Writing, row: UserRow, { id, is_active, role }: User): void {
  writing.addId("user", row.id, id);
  if (row.is_active && is_active === 1 && row.role < role)
    strengthenRole.run(writing.realm.sql, { id, role: row.role });
  writeBeside(writing, row, id);
}

function newAccount(writing: Writing, row: UserRow, email: string | undefined): void {
  const { realm } = writing;
  const isPossible = writing.isPossible(row.date_joined);
  const delivery_email =
    email ??
    `imported-${row.id}-${secretName(archiveOf(realm, writing.row).prefix, `user ${row.id}`).slice(0, 8)}@${realm.host}`;
  if (email === undefined && !row.is_placeholder)
    writing.leftOut("addresses that no account can have", `users ${row.id}`);
  const visibility = row.email_visibility ?? EmailVisibility.everyone;
  const picture =
    row.avatar === undefined ? undefined : secretName(archiveOf(realm, writing.row).prefix, row.avatar).slice(0, 32);
  const { id } = insertAccount.one(realm.sql, {
    delivery_email,
    email_visibility: visibility,
    full_name: nameOf(row.full_name),
    role: row.role,
    // Nobody can answer to an address that does not exist, so that nobody is to use its account.
    is_active: row.is_active && !row.is_placeholder && (email !== undefined || row.bot_type !== null),
    bot_type: row.bot_type,
    avatar_source: picture === undefined ? "G" : "U",
    avatar_hash: picture ?? gravatarHash(delivery_email),
    timezone: v.is(userSettingTable.timezone.schema, row.timezone) ? row.timezone : "",
    date_joined: isPossible ? seconds(row.date_joined) : realm.seconds(),
  });
  if (visibility !== EmailVisibility.everyone)
    setApiEmail.run(realm.sql, { id, email: dummyEmail(realm, toUserId(id)) });
  writing.addId("user", row.id, id);
  if (row.bot_owner_id !== null) writing.addId("bot owner", id, row.bot_owner_id);
  if (row.avatar !== undefined && picture !== undefined) {
    const about = JSON.stringify({ hash: picture });
    insertFile.run(realm.sql, {
      member: row.avatar,
      kind: "avatar",
      target: id,
      key: avatarKey(realm.id, picture),
      about,
    });
  }
  writeBeside(writing, row, id);
}

/** What stands in tables beside that of accounts. What the account has already stays. */
function writeBeside(writing: Writing, row: UserRow, user: number): void {
  const { realm, facts } = writing;
  for (const name of userSettingNames) {
    const value = row.settings[name];
    const isColumn = name === "timezone" || name === "email_address_visibility";
    if (value === undefined || isColumn || !v.is(userSettingTable[name].schema, value)) continue;
    insertSetting.run(realm.sql, { user, name, value: JSON.stringify(value) });
  }
  if (row.status !== undefined) insertStatus.run(realm.sql, { user, ...row.status });
  if (facts.program !== "parley") return;
  const hash = row.password_hash;
  if (hash !== undefined && isPasswordHash(hash)) insertPassword.run(realm.sql, { user, hash });
  for (const key of row.api_key_hashes ?? []) writeKey(writing, row, { user, ...key });
}

type Key = NonNullable<UserRow["api_key_hashes"]>[number];

function writeKey(writing: Writing, row: UserRow, { user, hash, client, created_at, ...key }: Key & { user: number }) {
  if (!KEY_HASH.test(hash)) return;
  const last_used_at = key.last_used_at == null ? null : seconds(key.last_used_at);
  // Of a bot it is the owner where nothing else is known.
  const told_to = row.bot_type === null ? user : null;
  const values = { user, hash, client, created_at: seconds(created_at), told_to, last_used_at };
  const added = insertKey.first(writing.realm.sql, values);
  if (added !== undefined && row.bot_type !== null && key.told_to != null)
    writing.addId("key told to", added.id, key.told_to);
}

const KEY_HASH = /^[0-9a-f]{64}$/;

/** A name as accounts may have it: without characters that would break a mention of it. */
function nameOf(name: string): string {
  const valid = v.safeParse(fullNameSchema, name);
  if (valid.success) return valid.output;
  const plain = name.replace(/[*"`>@\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/gu, "").replace(/\|(\d+)$/, " $1");
  const cut = [...plain.trim()].slice(0, 100).join("").trim();
  return v.is(fullNameSchema, cut) ? cut : `${cut} (imported)`.trim();
}

/** Places accounts in the groups of their roles, and gives bots their owners. */
export function endUsers({ realm }: Writing): void {
  setOwners.run(realm.sql, {});
  deleteKeysOfMissing.run(realm.sql, {});
  setToldTo.run(realm.sql, {});
  const ids = systemGroupIds(realm);
  for (const [name, role] of ROLE_GROUPS) {
    const group = toGroupId(ids[name]);
    removeFromRoleGroup.run(realm.sql, { group, role });
    addToRoleGroup.run(realm.sql, { group, role });
  }
  realm.forgetAll();
  updateFullMembers(realm);
  realm.forgetAll();
}

const ROLE_GROUPS = [
  ["role:everyone", Role.guest],
  ["role:members", Role.member],
  ["role:moderators", Role.moderator],
  ["role:administrators", Role.administrator],
  ["role:owners", Role.owner],
] as const satisfies readonly (readonly [SystemGroupName, Role])[];
