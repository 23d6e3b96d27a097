import { type NoParams, statement } from "../../../database/statement.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Signs checkpoints of the organization's audit log; sealed. At most one row.
   CREATE TABLE audit_signing_key (seed TEXT NOT NULL) STRICT;
   -- Tokens for programs that read the audit log. Valid while their creator is an owner.
   CREATE TABLE audit_tokens (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     name TEXT NOT NULL,
     hash TEXT NOT NULL UNIQUE,
     user_id INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     last_used_at INTEGER
   ) STRICT;`,
];

export const readSeed = statement<NoParams, { seed: string }>("SELECT seed FROM audit_signing_key");
export const insertSeed = statement<{ seed: string }>("INSERT INTO audit_signing_key (seed) VALUES (:seed)");
export const setSeed = statement<{ seed: string }>("UPDATE audit_signing_key SET seed = :seed");

export interface TokenRow {
  readonly id: number;
  readonly name: string;
  readonly user_id: number;
  readonly created_at: Seconds;
  /** Precise to the hour. Null if the token was never used. */
  readonly last_used_at: Seconds | null;
}

const columns = "id, name, user_id, created_at, last_used_at";

export const allTokens = statement<NoParams, TokenRow>(`SELECT ${columns} FROM audit_tokens ORDER BY id`);
export const tokenByHash = statement<{ hash: string }, TokenRow>(
  `SELECT ${columns} FROM audit_tokens WHERE hash = :hash`,
);
export const insertToken = statement<
  { name: string; hash: string; user: number; created_at: Seconds },
  Pick<TokenRow, "id">
>(
  `INSERT INTO audit_tokens (name, hash, user_id, created_at) VALUES (:name, :hash, :user, :created_at)
   RETURNING id`,
);
export const deleteToken = statement<{ id: number }, Pick<TokenRow, "name">>(
  "DELETE FROM audit_tokens WHERE id = :id RETURNING name",
);
export const setTokenUsed = statement<{ id: number; at: Seconds }>(
  "UPDATE audit_tokens SET last_used_at = :at WHERE id = :id",
);
