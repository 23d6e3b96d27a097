import { statement } from "../../../database/statement.ts";
import type { Approval, Resource } from "../../../protocol/actor.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { additive } from "../../../realm/schema.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- What users allow assistants' clients to do: one row per user, client and resource.
   CREATE TABLE assistant_grants (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     client_id TEXT NOT NULL,
     client_name TEXT NOT NULL,
     -- Host of a client id that is a URL, or null for a client that registered itself.
     client_host TEXT,
     redirect_host TEXT NOT NULL,
     resource TEXT NOT NULL,
     -- JSON lists of scopes, and of channel ids (excluded_channels).
     scopes TEXT NOT NULL,
     approval TEXT NOT NULL,
     excluded_channels TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     ends_at INTEGER NOT NULL,
     -- To the day, or null if it was never used.
     last_used_at INTEGER,
     UNIQUE (user_id, client_id, resource)
   ) STRICT;
   -- Authorization codes. Used ones are kept for a day to detect a second use.
   CREATE TABLE assistant_codes (
     hash TEXT PRIMARY KEY,
     grant_id INTEGER NOT NULL,
     redirect_uri TEXT NOT NULL,
     challenge TEXT NOT NULL,
     refreshes INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     used INTEGER NOT NULL DEFAULT 0
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX assistant_codes_by_grant ON assistant_codes (grant_id);
   -- Refresh tokens: a part shared with the successors (family), and a part that is new each time.
   CREATE TABLE assistant_refreshes (
     family TEXT PRIMARY KEY,
     grant_id INTEGER NOT NULL,
     hash TEXT NOT NULL,
     previous_hash TEXT,
     rotated_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX assistant_refreshes_by_grant ON assistant_refreshes (grant_id);
   CREATE TABLE assistant_tokens (
     hash TEXT PRIMARY KEY,
     grant_id INTEGER NOT NULL,
     family TEXT,
     expires_at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX assistant_tokens_by_grant ON assistant_tokens (grant_id, expires_at);
   -- How often a grant was used per day. Days are counted from 1970.
   CREATE TABLE assistant_use (
     grant_id INTEGER NOT NULL,
     day INTEGER NOT NULL,
     calls INTEGER NOT NULL,
     writes INTEGER NOT NULL,
     PRIMARY KEY (grant_id, day)
   ) STRICT, WITHOUT ROWID;`,
  // JSON: the scopes that the client requested with this token; null for all of the grant's.
  "ALTER TABLE assistant_tokens ADD COLUMN scopes TEXT",
  // Nothing ever wrote to this table, because assistant_days has the same counts.
  additive("DROP TABLE assistant_use"),
  `-- JSON: users whose direct conversations are excluded.
   ALTER TABLE assistant_grants ADD COLUMN excluded_users TEXT NOT NULL DEFAULT '[]';
   -- Whether all direct conversations are excluded, regardless of the scopes.
   ALTER TABLE assistant_grants ADD COLUMN excludes_direct INTEGER NOT NULL DEFAULT 0;
   -- Number of messages it has sent.
   ALTER TABLE assistant_grants ADD COLUMN messages INTEGER NOT NULL DEFAULT 0`,
];

export interface GrantRow {
  readonly id: number;
  readonly user_id: UserId;
  readonly client_id: string;
  readonly client_name: string;
  readonly client_host: string | null;
  readonly redirect_host: string;
  readonly resource: Resource;
  /** A JSON array. */
  readonly scopes: string;
  readonly approval: Approval;
  /** A JSON array of ids. */
  readonly excluded_channels: string;
  /** A JSON array of ids. */
  readonly excluded_users: string;
  readonly excludes_direct: 0 | 1;
  readonly messages: number;
  readonly created_at: Seconds;
  readonly ends_at: Seconds;
  readonly last_used_at: Seconds | null;
}

const columnsOf = (table: string) =>
  [
    ...["id", "user_id", "client_id", "client_name", "client_host", "redirect_host", "resource", "scopes", "approval"],
    ...["excluded_channels", "excluded_users", "excludes_direct", "messages", "created_at", "ends_at", "last_used_at"],
  ]
    .map((column) => `${table}${column}`)
    .join(", ");
const columns = columnsOf("");

/** SQL condition for grants that haven't ended and have a usable token or code. */
const isLiving = `ends_at > :now AND (
  EXISTS (SELECT 1 FROM assistant_refreshes r WHERE r.grant_id = assistant_grants.id AND r.rotated_at > :refreshed_since)
  OR EXISTS (SELECT 1 FROM assistant_tokens t WHERE t.grant_id = assistant_grants.id AND t.expires_at > :now)
  OR EXISTS (SELECT 1 FROM assistant_codes c WHERE c.grant_id = assistant_grants.id AND c.used = 0 AND c.expires_at > :now))`;
export type LivingAt = Readonly<Record<"now" | "refreshed_since", Seconds>>;

export const grantById = statement<{ id: number }, GrantRow>(`SELECT ${columns} FROM assistant_grants WHERE id = :id`);
export const grantOfClient = statement<{ user: number; client_id: string; resource: string }, GrantRow>(
  `SELECT ${columns} FROM assistant_grants WHERE user_id = :user AND client_id = :client_id AND resource = :resource`,
);
export const isClientKnown = statement<{ client_id: string }, { id: number }>(
  "SELECT id FROM assistant_grants WHERE client_id = :client_id LIMIT 1",
);
export const grantsOf = statement<LivingAt & { user: number }, GrantRow>(
  `SELECT ${columns} FROM assistant_grants WHERE user_id = :user AND ${isLiving} ORDER BY id`,
);
export const grantsBefore = statement<LivingAt & { before: number; limit: number }, GrantRow>(
  `SELECT ${columns} FROM assistant_grants WHERE id < :before AND ${isLiving} ORDER BY id DESC LIMIT :limit`,
);
export const everyGrantOf = statement<{ user: number }, { id: number }>(
  "SELECT id FROM assistant_grants WHERE user_id = :user ORDER BY id",
);
export const livingGrant = statement<LivingAt & { id: number; user: number }, GrantRow>(
  `SELECT ${columns} FROM assistant_grants WHERE id = :id AND user_id = :user AND ${isLiving}`,
);
export const deadGrants = statement<LivingAt, Pick<GrantRow, "id" | "user_id">>(
  `SELECT id, user_id FROM assistant_grants WHERE NOT (${isLiving}) LIMIT 100`,
);
export const grantByToken = statement<{ hash: string; now: Seconds }, GrantRow & { token_scopes: string | null }>(
  `SELECT ${columnsOf("g.")}, t.scopes AS token_scopes FROM assistant_tokens t JOIN assistant_grants g ON g.id = t.grant_id
   WHERE t.hash = :hash AND t.expires_at > :now AND g.ends_at > :now`,
);

type NewGrant = Omit<GrantRow, "id" | "last_used_at" | "excludes_direct" | "messages"> & {
  readonly excludes_direct: number;
};
export const putGrant = statement<NewGrant, GrantRow>(
  `INSERT INTO assistant_grants (user_id, client_id, client_name, client_host, redirect_host, resource, scopes, approval,
     excluded_channels, excluded_users, excludes_direct, created_at, ends_at)
   VALUES (:user_id, :client_id, :client_name, :client_host, :redirect_host, :resource, :scopes, :approval,
     :excluded_channels, :excluded_users, :excludes_direct, :created_at, :ends_at)
   ON CONFLICT (user_id, client_id, resource) DO UPDATE SET client_name = excluded.client_name,
     client_host = excluded.client_host, redirect_host = excluded.redirect_host, scopes = excluded.scopes,
     approval = excluded.approval, excluded_channels = excluded.excluded_channels, excluded_users = excluded.excluded_users,
     excludes_direct = excluded.excludes_direct, ends_at = excluded.ends_at
   RETURNING ${columns}`,
);
export const setGrantUsed = statement<{ id: number; at: Seconds }>(
  "UPDATE assistant_grants SET last_used_at = :at WHERE id = :id",
);
export const setGrantRules = statement<
  Pick<GrantRow, "id" | "approval" | "excluded_channels" | "excluded_users"> & { excludes_direct: boolean }
>(
  `UPDATE assistant_grants SET approval = :approval, excluded_channels = :excluded_channels,
     excluded_users = :excluded_users, excludes_direct = :excludes_direct
   WHERE id = :id`,
);
export const countMessage = statement<{ id: number }>(
  "UPDATE assistant_grants SET messages = messages + 1 WHERE id = :id",
);
export const deleteGrant = statement<{ id: number }>("DELETE FROM assistant_grants WHERE id = :id");
export const deletionsOfGrant = ["assistant_codes", "assistant_refreshes", "assistant_tokens"].map((table) =>
  statement<{ id: number }>(`DELETE FROM ${table} WHERE grant_id = :id`),
);

interface CodeRow {
  readonly hash: string;
  readonly grant_id: number;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly refreshes: 0 | 1;
  readonly expires_at: Seconds;
  readonly used: 0 | 1;
}
export const codeByHash = statement<{ hash: string }, CodeRow>(
  "SELECT hash, grant_id, redirect_uri, challenge, refreshes, expires_at, used FROM assistant_codes WHERE hash = :hash",
);
export const insertCode = statement<Omit<CodeRow, "refreshes" | "used"> & { refreshes: boolean }>(
  `INSERT INTO assistant_codes (hash, grant_id, redirect_uri, challenge, refreshes, expires_at)
   VALUES (:hash, :grant_id, :redirect_uri, :challenge, :refreshes, :expires_at)`,
);
export const setCodeUsed = statement<{ hash: string }>("UPDATE assistant_codes SET used = 1 WHERE hash = :hash");
export const deleteCode = statement<{ hash: string }>("DELETE FROM assistant_codes WHERE hash = :hash");
export const deleteCodesBefore = statement<{ before: Seconds }>(
  "DELETE FROM assistant_codes WHERE expires_at <= :before",
);

interface RefreshRow {
  readonly family: string;
  readonly grant_id: number;
  readonly hash: string;
  readonly previous_hash: string | null;
  readonly rotated_at: Seconds;
}
export const refreshByFamily = statement<{ family: string }, RefreshRow>(
  "SELECT family, grant_id, hash, previous_hash, rotated_at FROM assistant_refreshes WHERE family = :family",
);
export const insertRefresh = statement<{ family: string; grant_id: number; hash: string; now: Seconds }>(
  `INSERT INTO assistant_refreshes (family, grant_id, hash, rotated_at) VALUES (:family, :grant_id, :hash, :now)`,
);
export const rotateRefresh = statement<{ family: string; hash: string; now: Seconds }>(
  `UPDATE assistant_refreshes SET previous_hash = hash, hash = :hash, rotated_at = :now WHERE family = :family`,
);
export const deleteRefresh = statement<{ family: string }>("DELETE FROM assistant_refreshes WHERE family = :family");
/** Deletes a grant's refresh tokens, except for the `keep` most recently used. */
export const deleteOldestRefreshes = statement<{ grant: number; keep: number }, { family: string }>(
  `DELETE FROM assistant_refreshes WHERE grant_id = :grant AND family NOT IN
     (SELECT family FROM assistant_refreshes WHERE grant_id = :grant ORDER BY rotated_at DESC, family LIMIT :keep)
   RETURNING family`,
);

export const insertToken = statement<{
  hash: string;
  grant_id: number;
  family: string | null;
  expires_at: Seconds;
  scopes: string | null;
}>(
  `INSERT INTO assistant_tokens (hash, grant_id, family, expires_at, scopes)
   VALUES (:hash, :grant_id, :family, :expires_at, :scopes)`,
);
export const deleteToken = statement<{ hash: string }, { grant_id: number }>(
  "DELETE FROM assistant_tokens WHERE hash = :hash RETURNING grant_id",
);
export const deleteTokensOfFamily = statement<{ family: string }>(
  "DELETE FROM assistant_tokens WHERE family = :family",
);
export const deleteTokensBefore = statement<{ now: Seconds }>("DELETE FROM assistant_tokens WHERE expires_at <= :now");
/** Deletes a grant's tokens, except for the `keep` that expire last. */
export const deleteOldestTokens = statement<{ grant: number; keep: number }>(
  `DELETE FROM assistant_tokens WHERE grant_id = :grant AND hash NOT IN
     (SELECT hash FROM assistant_tokens WHERE grant_id = :grant ORDER BY expires_at DESC, hash LIMIT :keep)`,
);
export const grantsWithRefresh = statement<{ grant: number }, { family: string }>(
  "SELECT family FROM assistant_refreshes WHERE grant_id = :grant LIMIT 1",
);
