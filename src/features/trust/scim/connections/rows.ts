import { type NoParams, statement } from "../../../../database/statement.ts";
import type { Seconds } from "../../../../util/time.ts";

export interface ConnectionRow {
  readonly id: number;
  readonly name: string;
  readonly kind: string;
  /** JSON that `readRules` parses. */
  readonly rules: string;
  /** JSON that `readNetworks` parses. */
  readonly networks: string;
  readonly created_at: Seconds;
}

interface TokenRow {
  readonly id: number;
  readonly connection_id: number;
  readonly created_at: Seconds;
  /** Time of the last use, updated at most once an hour, or null if the token was never used. */
  readonly last_used_at: Seconds | null;
}

export const schema = [
  `-- Directories that manage accounts and groups (SCIM), and their tokens.
   CREATE TABLE scim_connections (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     kind TEXT NOT NULL,
     rules TEXT NOT NULL,
     created_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE scim_tokens (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     connection_id INTEGER NOT NULL,
     hash TEXT NOT NULL UNIQUE,
     created_at INTEGER NOT NULL,
     last_used_at INTEGER
   ) STRICT;
   CREATE INDEX scim_tokens_by_connection ON scim_tokens (connection_id);`,
];

/** Must run after the schema steps of users and groups. */
export const networkSchema = [
  `-- JSON: the networks the directory can call from; empty for all.
   ALTER TABLE scim_connections ADD COLUMN networks TEXT NOT NULL DEFAULT '[]';`,
];

const columns = "id, name, kind, rules, networks, created_at";
const tokenColumns = "id, connection_id, created_at, last_used_at";

export const allConnections = statement<NoParams, ConnectionRow>(`SELECT ${columns} FROM scim_connections ORDER BY id`);
export const connectionById = statement<{ id: number }, ConnectionRow>(
  `SELECT ${columns} FROM scim_connections WHERE id = :id`,
);
export const insertConnection = statement<
  { name: string; kind: string; rules: string; networks: string; created_at: Seconds },
  ConnectionRow
>(
  `INSERT INTO scim_connections (name, kind, rules, networks, created_at)
   VALUES (:name, :kind, :rules, :networks, :created_at)
   RETURNING ${columns}`,
);
export const setConnection = statement<{ id: number; name: string; rules: string; networks: string }>(
  "UPDATE scim_connections SET name = :name, rules = :rules, networks = :networks WHERE id = :id",
);
export const deleteConnection = statement<{ id: number }>("DELETE FROM scim_connections WHERE id = :id");

export const allTokens = statement<NoParams, TokenRow>(`SELECT ${tokenColumns} FROM scim_tokens ORDER BY id`);
export const tokenByHash = statement<{ hash: string }, TokenRow>(
  `SELECT ${tokenColumns} FROM scim_tokens WHERE hash = :hash`,
);
export const insertToken = statement<{ connection: number; hash: string; created_at: Seconds }, { id: number }>(
  `INSERT INTO scim_tokens (connection_id, hash, created_at) VALUES (:connection, :hash, :created_at) RETURNING id`,
);
export const setTokenUsed = statement<{ id: number; at: Seconds }>(
  "UPDATE scim_tokens SET last_used_at = :at WHERE id = :id",
);
export const deleteToken = statement<{ id: number; connection: number }, { id: number }>(
  "DELETE FROM scim_tokens WHERE id = :id AND connection_id = :connection RETURNING id",
);
export const deleteTokensOf = statement<{ connection: number }>(
  "DELETE FROM scim_tokens WHERE connection_id = :connection",
);
