import { statement } from "../../../database/statement.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- An account's second factor: the secret shared with an authenticator app. Codes of the step last_step and earlier are
   -- no longer accepted.
   CREATE TABLE second_factors (
     user_id INTEGER PRIMARY KEY,
     secret TEXT NOT NULL,
     last_step INTEGER NOT NULL,
     since INTEGER NOT NULL
   ) STRICT;
   -- Secrets that were shown but not confirmed by a code yet.
   CREATE TABLE second_factor_setups (
     user_id INTEGER PRIMARY KEY,
     secret TEXT NOT NULL,
     begun_at INTEGER NOT NULL
   ) STRICT;
   CREATE TABLE recovery_codes (
     user_id INTEGER NOT NULL,
     hash TEXT NOT NULL,
     PRIMARY KEY (user_id, hash)
   ) STRICT, WITHOUT ROWID;`,
];

interface FactorRow {
  readonly secret: string;
  readonly last_step: number;
  readonly since: Seconds;
}

export const factorOf = statement<{ user: number }, FactorRow>(
  "SELECT secret, last_step, since FROM second_factors WHERE user_id = :user",
);
export const insertFactor = statement<{ user: number; secret: string; last_step: number; since: Seconds }>(
  "INSERT INTO second_factors (user_id, secret, last_step, since) VALUES (:user, :secret, :last_step, :since)",
);
export const setFactorSecret = statement<{ user: number; secret: string }>(
  "UPDATE second_factors SET secret = :secret WHERE user_id = :user",
);
export const setLastStep = statement<{ user: number; last_step: number }>(
  "UPDATE second_factors SET last_step = :last_step WHERE user_id = :user",
);
export const deleteFactor = statement<{ user: number }, { user_id: number }>(
  "DELETE FROM second_factors WHERE user_id = :user RETURNING user_id",
);

export const setupOf = statement<{ user: number }, { secret: string; begun_at: Seconds }>(
  "SELECT secret, begun_at FROM second_factor_setups WHERE user_id = :user",
);
export const putSetup = statement<{ user: number; secret: string; now: Seconds }>(
  `INSERT INTO second_factor_setups (user_id, secret, begun_at) VALUES (:user, :secret, :now)
   ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, begun_at = excluded.begun_at`,
);
export const deleteSetup = statement<{ user: number }>("DELETE FROM second_factor_setups WHERE user_id = :user");
export const deleteSetupsBefore = statement<{ before: Seconds }>(
  "DELETE FROM second_factor_setups WHERE begun_at <= :before",
);

export const insertRecoveryCode = statement<{ user: number; hash: string }>(
  "INSERT INTO recovery_codes (user_id, hash) VALUES (:user, :hash)",
);
export const countRecoveryCodes = statement<{ user: number }, { count: number }>(
  "SELECT count(*) AS count FROM recovery_codes WHERE user_id = :user",
);
export const takeRecoveryCode = statement<{ user: number; hash: string }, { user_id: number }>(
  "DELETE FROM recovery_codes WHERE user_id = :user AND hash = :hash RETURNING user_id",
);
export const deleteRecoveryCodes = statement<{ user: number }>("DELETE FROM recovery_codes WHERE user_id = :user");
