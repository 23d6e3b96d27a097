import * as v from "valibot";
import { archiveTables } from "../../../archive-format/tables.ts";
import { stored } from "../../../database/stored.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import type { Role } from "../../../protocol/roles.ts";
import { EmailVisibility, type UserSettingName } from "../../../protocol/user-settings.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import {
  fileId,
  filePlace,
  pictureRow,
  type ReadingContext,
  type TableSource,
} from "../../../realm/archive-io/reading.ts";
import type { SourceRow } from "../../../realm/archive-io/source-row.ts";
import type { Realm } from "../../../realm/realm.ts";
import { gravatarHashOf, systemBotIds } from "./accounts.ts";
import { endAccounts, writeUser } from "./archive-accounts.ts";
import { accountsWith, allIds, botIds, idsOfRole, peopleWith, setNoPicture } from "./archive-rows.ts";
import { avatarKey } from "./avatars.ts";
import { outsideAccessOf } from "./outside-access.ts";
import { userById } from "./rows.ts";

const { users } = archiveTables;
const readRole = (row: SourceRow) => v.parse(users.entries.role, row.number("role"));
const readNames = stored("user_settings.name", v.array(v.string()), () => []);
const readKeys = stored(
  "api_keys",
  v.array(
    v.object({
      hash: v.string(),
      client: v.string(),
      created_at: v.number(),
      told_to: v.nullable(v.number()),
      last_used_at: v.nullable(v.number()),
    }),
  ),
  () => [],
);

export const usersToRead: TableSource = { from: "users t", key: ["id"], columns: [] };

/** Accounts, their pictures, settings, passwords and keys. */
export const userArchive: FeatureArchive = {
  tables: ["users", "user_settings", "user_uuids", "system_bots", "passwords", "api_keys"],
  leftOut: {
    login_attempts: "of the moment",
    given_addresses: "of letters that name the old server",
    confirmed_addresses: "shown anew: an archive says nothing of whom a letter has reached",
    known_browsers: "of the moment: browsers log in again",
  },
  parts: [
    part({
      table: "files",
      name: "avatars",
      place: filePlace.avatar,
      reading: { from: "users t", where: "t.avatar_source = 'U'", key: ["id"], columns: ["avatar_hash"] },
      row(row, context) {
        const file = { member: avatarMember(row), key: avatarKey(context.realm.id, row.text("avatar_hash")) };
        return pictureRow(fileId(row.number("id"), "avatar"), file, context);
      },
    }),
    part({
      table: "users",
      atOnce: 100,
      reading: {
        from: "users t",
        key: ["id"],
        columns: [
          ..."email delivery_email email_visibility full_name role is_active bot_type bot_owner_id".split(" "),
          ..."avatar_hash timezone date_joined is_deleted is_erased".split(" "),
          "(SELECT json_group_object(name, value) FROM user_settings WHERE user_id = t.id) AS settings",
          "(SELECT json_group_array(name) FROM user_settings WHERE user_id = t.id AND is_own = 1) AS own_settings",
          "(SELECT uuid FROM user_uuids WHERE user_id = t.id) AS uuid",
          "(SELECT name FROM system_bots WHERE user_id = t.id) AS system",
          "(SELECT hash FROM passwords WHERE user_id = t.id) AS password_hash",
          `(SELECT json_group_array(json_object('hash', hash, 'client', client, 'created_at', created_at,
             'told_to', told_to, 'last_used_at', last_used_at)) FROM api_keys WHERE user_id = t.id) AS keys`,
        ],
      },
      row(row, context) {
        const user = userRow(row, context);
        if (!context.filter.includesSecrets) return user;
        const password = row.textOrNull("password_hash");
        const keys = readKeys(row.text("keys"), user.id);
        return { ...user, ...(password !== null && { password_hash: password }), api_key_hashes: keys };
      },
      write: writeUser,
      end: endAccounts,
    }),
  ],
  files: {
    avatar: {
      picture: "avatar",
      settle({ realm, writes }, id, copied) {
        if (!writes || !("problem" in copied || copied.image === null)) return;
        setNoPicture.run(realm.sql, { id, hash: gravatarHashOf(realm, userById.one(realm.sql, { id })) });
      },
    },
  },
};

/**
 * Returns the name of an account's picture in the archive. It contains the hash, so that a later picture isn't mistaken
 * for this one.
 */
const avatarMember = (row: SourceRow): string => `files/avatars/${row.number("id")}-${row.text("avatar_hash")}`;

/** Returns an account's row in an export. Private fields are only included if the export may contain them. */
function userRow(row: SourceRow, { realm, filter, hasFile }: ReadingContext) {
  const id = row.number("id");
  const isPrivate = filter.includesPrivateDataOf(id);
  // A private address is hidden, unless its owner consents.
  const hidesAddress = row.number("email_visibility") === EmailVisibility.nobody && !isPrivate;
  return {
    id,
    email: row.text("email"),
    delivery_email: hidesAddress ? null : row.text("delivery_email"),
    full_name: row.text("full_name"),
    role: readRole(row),
    // Those who joined through an outside link become inactive, because archives don't contain their limits.
    is_active: row.flag("is_active") && outsideAccessOf(realm, toUserId(id)) === undefined,
    bot_type: v.parse(users.entries.bot_type, row.numberOrNull("bot_type")),
    bot_owner_id: row.numberOrNull("bot_owner_id"),
    timezone: row.text("timezone"),
    date_joined: row.number("date_joined"),
    email_visibility: v.parse(users.entries.email_visibility, row.number("email_visibility")),
    ...(row.flag("is_deleted") && { is_deleted: true }),
    ...(row.flag("is_erased") && { erased: true }),
    ...(hasFile(avatarMember(row)) && { avatar: avatarMember(row) }),
    ...(isPrivate && { settings: row.settings("settings"), own_settings: readNames(row.text("own_settings"), id) }),
    ...(isPrivate && row.textOrNull("uuid") !== null && { uuid: row.text("uuid") }),
    ...(row.textOrNull("system") !== null && { system: v.parse(users.entries.system, row.text("system")) }),
  };
}

export const usersOfRole = (realm: Realm, role: Role): UserId[] =>
  idsOfRole.all(realm.sql, { role }).map(({ id }) => id);

export const allUserIds = (realm: Realm): UserId[] => allIds.all(realm.sql, {}).map(({ id }) => id);

/** Returns all bots except the server's own. */
export const ownBotIds = (realm: Realm): UserId[] =>
  botIds.all(realm.sql, {}).flatMap(({ id }) => (systemBotIds(realm).has(id) ? [] : [id]));

const CONSENT: UserSettingName = "allow_private_data_export";

/**
 * Returns the active human users, with their consent to the export of their private data, and who can see their
 * address.
 */
export const consents = (realm: Realm) =>
  peopleWith.all(realm.sql, { name: CONSENT }).map(({ isOn, ...person }) => ({ ...person, consented: isOn === 1 }));

/**
 * Returns the accounts that consent to the export of their private data, including deactivated ones, and their bots.
 */
export const consentingAccounts = (realm: Realm) => accountsWith.all(realm.sql, { name: CONSENT });
