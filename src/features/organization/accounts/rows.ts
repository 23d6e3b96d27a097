import type { BulkTable } from "../../../database/bulk-table.ts";
import { type NoParams, statement } from "../../../database/statement.ts";
import { unpacked } from "../../../database/stored.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { type BotType, Role } from "../../../protocol/roles.ts";
import { EmailVisibility } from "../../../protocol/user-settings.ts";
import { unshippedTriggers } from "../../../realm/replication/shipping-tables.ts";
import { additive } from "../../../realm/schema.ts";
import type { Seconds } from "../../../util/time.ts";

/** An account as stored in the realm and D1. */
export interface UserRow {
  readonly id: UserId;
  /** API email: the real address, or a dummy one if not everyone can see the real one. */
  readonly email: string;
  readonly delivery_email: string;
  readonly email_visibility: EmailVisibility;
  readonly full_name: string;
  readonly role: Role;
  readonly is_active: number;
  readonly bot_type: BotType | null;
  readonly bot_owner_id: UserId | null;
  readonly avatar_source: "G" | "U";
  readonly avatar_version: number;
  /** Hash in the name of the uploaded file, or the Gravatar hash of the address. */
  readonly avatar_hash: string;
  readonly timezone: string;
  readonly date_joined: Seconds;
  /** Whether the account was imported and hasn't been logged in to since. */
  readonly is_imported_stub: number;
  /** Whether the profile was permanently deleted. */
  readonly is_deleted: number;
  /** Whether the user was erased. The account can no longer be changed or reactivated. */
  readonly is_erased: number;
}

const columns = [
  "id",
  "email",
  "delivery_email",
  "email_visibility",
  "full_name",
  "role",
  "is_active",
  "bot_type",
  "bot_owner_id",
  "avatar_source",
  "avatar_version",
  "avatar_hash",
  "timezone",
  "date_joined",
] as const;
/** Columns of the realm's table. D1 stores fewer. */
const ownColumns = [...columns, "is_imported_stub", "is_deleted", "is_erased"] as const;
const columnList = ownColumns.join(", ");

export const usersInBulk: BulkTable = { name: "users", key: ["id"], columns, integerKey: true };

export const schema = [
  `CREATE TABLE users (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     email TEXT NOT NULL,
     delivery_email TEXT NOT NULL,
     email_visibility INTEGER NOT NULL,
     full_name TEXT NOT NULL,
     role INTEGER NOT NULL,
     is_active INTEGER NOT NULL,
     bot_type INTEGER,
     bot_owner_id INTEGER,
     avatar_source TEXT NOT NULL,
     avatar_version INTEGER NOT NULL,
     avatar_hash TEXT NOT NULL,
     timezone TEXT NOT NULL,
     date_joined INTEGER NOT NULL
   ) STRICT;
   CREATE UNIQUE INDEX users_by_delivery_email ON users (lower(delivery_email));
   CREATE INDEX users_by_email ON users (lower(email));
   CREATE INDEX users_by_name ON users (full_name COLLATE NOCASE);
   CREATE INDEX users_inactive ON users (id) WHERE is_active = 0;
   CREATE INDEX users_by_owner ON users (bot_owner_id) WHERE bot_owner_id IS NOT NULL;
   ${unshippedTriggers(usersInBulk)}
   -- Accounts the server itself sends messages from. Unlike other bots, they can't be changed.
   CREATE TABLE system_bots (name TEXT PRIMARY KEY, user_id INTEGER NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE user_settings (
     user_id INTEGER NOT NULL, name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (user_id, name)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE passwords (user_id INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;
   CREATE TABLE api_keys (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     hash TEXT NOT NULL UNIQUE,
     client TEXT NOT NULL,
     created_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX api_keys_by_user ON api_keys (user_id);
   -- Login attempts, stored so that their limit holds even when the object is evicted from memory.
   CREATE TABLE login_attempts (username TEXT NOT NULL, tried_at INTEGER NOT NULL) STRICT;
   CREATE INDEX login_attempts_by_name ON login_attempts (username, tried_at);
   CREATE INDEX login_attempts_by_time ON login_attempts (tried_at);`,
  additive(`-- Who the key was shown to; for a bot, that is someone else. Before this column, it was most likely the owner.
   ALTER TABLE api_keys ADD COLUMN told_to INTEGER;
   UPDATE api_keys SET told_to =
     (SELECT coalesce(users.bot_owner_id, users.id) FROM users WHERE users.id = api_keys.user_id);
   CREATE INDEX api_keys_by_knower ON api_keys (told_to) WHERE told_to <> user_id;`),
  additive(`-- To the day.
   ALTER TABLE api_keys ADD COLUMN last_used_at INTEGER;`),
  `-- An address that the account's user has proven to own, by email or through a login service that vouches for it.
   CREATE TABLE confirmed_addresses (user_id INTEGER PRIMARY KEY, email TEXT NOT NULL) STRICT;`,
  `-- Browsers with an earlier login to an account, by the hash of their mark. Attempts elsewhere don't lock them out.
   CREATE TABLE known_browsers (
     user_id INTEGER NOT NULL, browser TEXT NOT NULL, last_login_at INTEGER NOT NULL, PRIMARY KEY (user_id, browser)
   ) STRICT, WITHOUT ROWID;`,
  additive(`ALTER TABLE users ADD COLUMN is_imported_stub INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE users ADD COLUMN is_deleted INTEGER NOT NULL DEFAULT 0;`),
  `-- In a separate table, because changing an account's row would ship the account to D1.
   CREATE TABLE user_uuids (user_id INTEGER PRIMARY KEY, uuid TEXT NOT NULL UNIQUE) STRICT;`,
  additive(`-- Whether the user set it themselves. Not recorded for earlier changes.
   ALTER TABLE user_settings ADD COLUMN is_own INTEGER NOT NULL DEFAULT 0;`),
  additive(`-- The expiry of a bot's key that its owner was notified of.
   ALTER TABLE api_keys ADD COLUMN end_told INTEGER;`),
  additive("ALTER TABLE users ADD COLUMN is_erased INTEGER NOT NULL DEFAULT 0;"),
  `-- An address that an administrator set for an account, until the user proves that it is theirs.
   CREATE TABLE given_addresses (user_id INTEGER PRIMARY KEY, email TEXT NOT NULL) STRICT;`,
];

export const avatarHashesAfter = statement<{ after: string; most: number }, { avatar_hash: string }>(
  `SELECT avatar_hash FROM users WHERE avatar_source = 'U' AND avatar_hash > :after ORDER BY avatar_hash LIMIT :most`,
);
export const userById = statement<{ id: number }, UserRow>(`SELECT ${columnList} FROM users WHERE id = :id`);
export const userByDeliveryEmail = statement<{ email: string }, UserRow>(
  `SELECT ${columnList} FROM users WHERE lower(delivery_email) = lower(:email)`,
);
export const userByApiEmail = statement<{ email: string }, UserRow>(
  `SELECT ${columnList} FROM users WHERE lower(email) = lower(:email)`,
);
/** Accounts with a name, ignoring the case of ASCII letters only, as SQLite does. */
export const usersByName = statement<{ full_name: string }, UserRow>(
  `SELECT ${columnList} FROM users WHERE full_name = :full_name COLLATE NOCASE ORDER BY id`,
);
export const usersByIds = statement<{ ids: string }, UserRow>(
  `SELECT ${columnList} FROM users WHERE id IN (SELECT value FROM json_each(:ids)) ORDER BY id`,
);
export const allUsers = statement<NoParams, UserRow>(`SELECT ${columnList} FROM users ORDER BY id`);
/** Human users whose real address isn't visible to everyone. */
export const usersWithHiddenEmail = statement<NoParams, UserRow>(
  `SELECT ${columnList} FROM users WHERE email_visibility <> ${EmailVisibility.everyone} AND bot_type IS NULL ORDER BY id`,
);
const compact = `'[' || group_concat(json_array(${columnList}), ',' ORDER BY id) || ']'`;
/**
 * Accounts in a range of ids as JSON, or null if there are none. Sorting inside `group_concat` would read more rows.
 */
export const pieceOfUsers = statement<{ from: number; to: number }, { piece: string | null }>(
  `SELECT '[' || group_concat(account, ',') || ']' AS piece FROM
     (SELECT json_array(${columnList}) AS account FROM users WHERE id BETWEEN :from AND :to ORDER BY id)`,
);
export const peopleAfter = statement<{ after: number; most: number }, UserRow>(
  `SELECT ${columnList} FROM users WHERE id > :after AND bot_type IS NULL ORDER BY id LIMIT :most`,
);
export const newestUser = statement<NoParams, { id: number | null }>("SELECT max(id) AS id FROM users");
/** The given accounts as JSON, up to a thousand per chunk. */
export const someInPieces = statement<{ ids: string }, { piece: string }>(
  `SELECT ${compact} AS piece FROM users WHERE id IN (SELECT value FROM json_each(:ids))
   GROUP BY id / 1000 ORDER BY id / 1000`,
);
/** Parses a chunk of accounts into rows. Each account is an array of values in the order of `ownColumns`. */
export const usersOfPiece = (piece: string): UserRow[] =>
  unpacked<unknown[][]>(piece).map((values) => {
    const row: Record<string, unknown> = {};
    for (const [index, name] of ownColumns.entries()) row[name] = values[index];
    return row as unknown as UserRow;
  });
export const inactiveIds = statement<NoParams, { id: UserId }>("SELECT id FROM users WHERE is_active = 0 ORDER BY id");
export const botsOf = statement<{ owner: number }, UserRow>(
  `SELECT ${columnList} FROM users WHERE bot_owner_id = :owner ORDER BY id`,
);
/** System bots have the member role, but are in no group. */
const isMember = `role = ${Role.member} AND id NOT IN (SELECT user_id FROM system_bots)`;
export const membersJoinedBefore = statement<{ joined: Seconds }, { id: UserId }>(
  `SELECT id FROM users WHERE ${isMember} AND date_joined <= :joined ORDER BY id`,
);
export const nextMemberJoined = statement<{ after: Seconds }, { date_joined: Seconds | null }>(
  `SELECT min(date_joined) AS date_joined FROM users WHERE ${isMember} AND date_joined > :after`,
);
export const selectActiveOwners = statement<NoParams, UserRow>(
  `SELECT ${columnList} FROM users WHERE role = ${Role.owner} AND is_active = 1 AND bot_type IS NULL ORDER BY id`,
);
export const selectActiveAdministrators = statement<NoParams, { id: UserId }>(
  `SELECT id FROM users WHERE role <= ${Role.administrator} AND is_active = 1 AND bot_type IS NULL ORDER BY id`,
);
export const activeCounts = statement<NoParams, { people: number; owners: number }>(
  `SELECT count(*) AS people, count(*) FILTER (WHERE role = ${Role.owner}) AS owners FROM users
   WHERE is_active = 1 AND bot_type IS NULL`,
);

/** Number of accounts and bots. Accounts are never deleted, so the newest account id equals the count. */
export const accountCounts = statement<NoParams, { accounts: number; bots: number }>(
  `SELECT coalesce((SELECT max(id) FROM users), 0) AS accounts,
     (SELECT count(*) FROM users WHERE bot_owner_id IS NOT NULL) AS bots`,
);
export const botCounts = statement<{ owner: number }, { bots: number; active: number }>(
  `SELECT count(*) AS bots, count(*) FILTER (WHERE is_active = 1) AS active FROM users WHERE bot_owner_id = :owner`,
);

export const insertUser = statement<
  Pick<UserRow, "email" | "delivery_email" | "email_visibility" | "full_name" | "role" | "bot_type" | "avatar_hash"> &
    Pick<UserRow, "bot_owner_id" | "timezone" | "date_joined">,
  UserRow
>(
  `INSERT INTO users (email, delivery_email, email_visibility, full_name, role, is_active, bot_type, bot_owner_id,
     avatar_source, avatar_version, avatar_hash, timezone, date_joined)
   VALUES (:email, :delivery_email, :email_visibility, :full_name, :role, 1, :bot_type, :bot_owner_id,
     'G', 1, :avatar_hash, :timezone, :date_joined)
   RETURNING ${columnList}`,
);
export const setFullName = statement<{ id: number; full_name: string }>(
  "UPDATE users SET full_name = :full_name WHERE id = :id",
);
export const setRole = statement<{ id: number; role: Role }>("UPDATE users SET role = :role WHERE id = :id");
export const setActive = statement<{ id: number; is_active: boolean }>(
  "UPDATE users SET is_active = :is_active WHERE id = :id",
);
export const setNoStub = statement<{ id: number }>("UPDATE users SET is_imported_stub = 0 WHERE id = :id");
export const setDeleted = statement<{ id: number }>("UPDATE users SET is_deleted = 1 WHERE id = :id");
export const setErased = statement<{ id: number }>("UPDATE users SET is_erased = 1 WHERE id = :id");
export const setBotOwner = statement<{ id: number; owner: number }>(
  "UPDATE users SET bot_owner_id = :owner WHERE id = :id",
);
export const setTimeZone = statement<{ id: number; timezone: string }>(
  "UPDATE users SET timezone = :timezone WHERE id = :id",
);
export const setAvatar = statement<{ id: number; avatar_source: string; avatar_hash: string }>(
  `UPDATE users SET avatar_source = :avatar_source, avatar_hash = :avatar_hash, avatar_version = avatar_version + 1
   WHERE id = :id`,
);
export const setEmails = statement<
  Pick<UserRow, "id" | "email" | "delivery_email" | "email_visibility" | "avatar_hash">
>(
  `UPDATE users SET email = :email, delivery_email = :delivery_email, email_visibility = :email_visibility,
     avatar_hash = CASE avatar_source WHEN 'G' THEN :avatar_hash ELSE avatar_hash END WHERE id = :id`,
);

export const systemBotNamed = statement<{ name: string }, { user_id: UserId }>(
  "SELECT user_id FROM system_bots WHERE name = :name",
);
export const allSystemBots = statement<NoParams, { name: string; user_id: UserId }>(
  "SELECT name, user_id FROM system_bots ORDER BY user_id",
);
export const insertSystemBot = statement<{ name: string; user_id: number }>(
  "INSERT INTO system_bots (name, user_id) VALUES (:name, :user_id)",
);

export const passwordOf = statement<{ user: number }, { hash: string }>(
  "SELECT hash FROM passwords WHERE user_id = :user",
);
export const putPassword = statement<{ user: number; hash: string }>(
  `INSERT INTO passwords (user_id, hash) VALUES (:user, :hash)
   ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash`,
);

export const deletePassword = statement<{ user: number }>("DELETE FROM passwords WHERE user_id = :user");

export interface ApiKeyRow {
  id: number;
  user_id: UserId;
  /** The account that was given the key, or null if an older version of the server wrote the row. */
  told_to: UserId | null;
  client: string;
  created_at: Seconds;
  /**
   * Time of the key's first use on its most recent day of use, or null if it hasn't been used after the day of its
   * creation.
   */
  last_used_at: Seconds | null;
}
const keyColumns = "id, user_id, told_to, client, created_at, last_used_at";
export const keyByHash = statement<{ hash: string }, ApiKeyRow>(
  `SELECT ${keyColumns} FROM api_keys WHERE hash = :hash`,
);
export const keysOfUser = statement<{ user: number }, ApiKeyRow>(
  `SELECT ${keyColumns} FROM api_keys WHERE user_id = :user ORDER BY id`,
);
export const selectAccountsWithKeyGivenTo = statement<{ person: number }, UserRow>(
  `SELECT ${columnList} FROM users
   WHERE id IN (SELECT user_id FROM api_keys WHERE told_to = :person AND told_to <> user_id) ORDER BY id`,
);
/** The account of each key that was given to another account. DISTINCT would make SQLite read all other keys, too. */
export const accountsOfLentKeys = statement<NoParams, { user_id: UserId }>(
  "SELECT user_id FROM api_keys WHERE told_to <> user_id",
);
export const insertKey = statement<{
  user: number;
  told_to: number;
  hash: string;
  client: string;
  created_at: Seconds;
}>(
  `INSERT INTO api_keys (user_id, told_to, hash, client, created_at)
   VALUES (:user, :told_to, :hash, :client, :created_at)`,
);
export const deleteKey = statement<{ user: number; id: number }, { id: number }>(
  "DELETE FROM api_keys WHERE id = :id AND user_id = :user RETURNING id",
);
export const setKeyUsed = statement<{ id: number; at: Seconds }>(
  "UPDATE api_keys SET last_used_at = :at WHERE id = :id",
);
export const deleteKeysOf = statement<{ user: number; but: number }, { id: number }>(
  "DELETE FROM api_keys WHERE user_id = :user AND id <> :but RETURNING id",
);
export const deleteKeysGivenTo = statement<{ person: number }, { id: number; user_id: UserId }>(
  "DELETE FROM api_keys WHERE told_to = :person AND told_to <> user_id RETURNING id, user_id",
);
/** Deletes keys created or last used too long ago. Includes bots' keys if `of_bots` is true. */
export const deleteOverdueKeys = statement<
  { made_by: Seconds; used_by: Seconds; of_bots: boolean },
  { id: number; user_id: UserId }
>(
  `DELETE FROM api_keys WHERE (created_at <= :made_by OR coalesce(last_used_at, created_at) <= :used_by)
     AND (:of_bots OR user_id NOT IN (SELECT id FROM users WHERE bot_type IS NOT NULL)) RETURNING id, user_id`,
);
/** Creation time of the oldest key, and last use of the least recently used key. */
export const oldestKeys = statement<{ of_bots: boolean }, { made: Seconds | null; used: Seconds | null }>(
  `SELECT min(created_at) AS made, min(coalesce(last_used_at, created_at)) AS used FROM api_keys
   WHERE :of_bots OR user_id NOT IN (SELECT id FROM users WHERE bot_type IS NOT NULL)`,
);
/** Records that the owners of bots are notified of expiring keys. Returns the keys they weren't notified of before. */
export const noteEndTold = statement<{ age: Seconds; made_by: Seconds }, { user_id: UserId; end_told: Seconds }>(
  `UPDATE api_keys SET end_told = created_at + :age WHERE created_at <= :made_by AND end_told IS NOT created_at + :age
     AND user_id IN (SELECT id FROM users WHERE bot_type IS NOT NULL AND is_active = 1) RETURNING user_id, end_told`,
);
/** Deletes an account's keys except the newest `keep`, so that logins don't accumulate without limit. */
export const deleteOldestKeys = statement<{ user: number; keep: number }, { id: number }>(
  `DELETE FROM api_keys WHERE user_id = :user
     AND id NOT IN (SELECT id FROM api_keys WHERE user_id = :user ORDER BY id DESC LIMIT :keep)
   RETURNING id`,
);

export const attemptsSince = statement<{ username: string; since: Seconds }, { count: number; oldest: Seconds | null }>(
  `SELECT count(*) AS count, min(tried_at) AS oldest FROM login_attempts
   WHERE username = :username AND tried_at > :since`,
);
export const insertAttempt = statement<{ username: string; tried_at: Seconds }>(
  "INSERT INTO login_attempts (username, tried_at) VALUES (:username, :tried_at)",
);
export const deleteAttemptsBefore = statement<{ before: Seconds }>(
  "DELETE FROM login_attempts WHERE tried_at <= :before",
);
/** Deletes all rows but the newest `keep`. Rowids ascend with time. */
export const deleteOldestAttempts = statement<{ keep: number }>(
  "DELETE FROM login_attempts WHERE rowid <= (SELECT max(rowid) FROM login_attempts) - :keep",
);
export const deleteAttemptsOf = statement<{ username: string }>(
  "DELETE FROM login_attempts WHERE username = :username",
);
/** Deletes all attempts at an account, from anywhere. A space separates the name from where the attempt came from. */
export const deleteAttemptsAnywhere = statement<{ username: string }, { tried_at: Seconds }>(
  `DELETE FROM login_attempts WHERE username > :username || ' ' AND username < :username || '!' RETURNING tried_at`,
);
export const deleteLastAttempt = statement<{ username: string }>(
  `DELETE FROM login_attempts WHERE rowid =
     (SELECT rowid FROM login_attempts WHERE username = :username ORDER BY tried_at DESC, rowid DESC LIMIT 1)`,
);

export const knownBrowser = statement<{ user: number; browser: string }, { user_id: UserId }>(
  "SELECT user_id FROM known_browsers WHERE user_id = :user AND browser = :browser",
);
export const putBrowser = statement<{ user: number; browser: string; at: Seconds }>(
  `INSERT INTO known_browsers (user_id, browser, last_login_at) VALUES (:user, :browser, :at)
   ON CONFLICT (user_id, browser) DO UPDATE SET last_login_at = excluded.last_login_at`,
);
export const deleteBrowser = statement<{ user: number; browser: string }>(
  "DELETE FROM known_browsers WHERE user_id = :user AND browser = :browser",
);
export const deleteBrowsersOf = statement<{ user: number; but: string }>(
  "DELETE FROM known_browsers WHERE user_id = :user AND browser <> :but",
);
/** Deletes a user's least recently used browsers, except the last `keep`. */
export const deleteOldestBrowsers = statement<{ user: number; keep: number }>(
  `DELETE FROM known_browsers WHERE user_id = :user AND browser IN
     (SELECT browser FROM known_browsers WHERE user_id = :user ORDER BY last_login_at DESC, browser LIMIT -1 OFFSET :keep)`,
);
