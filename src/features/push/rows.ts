import { statement } from "../../database/statement.ts";
import type { UserId } from "../../protocol/ids.ts";

export type TokenKind = "apns" | "fcm";

export interface TokenRow {
  readonly kind: TokenKind;
  readonly token: string;
  readonly app_id: string | null;
}

export interface DeviceRow {
  readonly user_id: UserId;
  readonly push_account_id: number;
  readonly push_public_key: string;
  readonly status: "active" | "pending" | "failed";
  /** Why it has failed, in a word of the push service's. */
  readonly error_code: string | null;
}

export const schema = [
  `CREATE TABLE push_tokens (
     user_id INTEGER NOT NULL,
     kind TEXT NOT NULL,
     token TEXT NOT NULL,
     app_id TEXT,
     added_at INTEGER NOT NULL,
     PRIMARY KEY (user_id, kind, token)
   ) STRICT;
   -- Devices that get encrypted pushes: their tokens are known to the push service alone.
   CREATE TABLE push_devices (
     user_id INTEGER NOT NULL,
     push_account_id INTEGER NOT NULL,
     token_kind TEXT NOT NULL,
     push_public_key TEXT NOT NULL,
     status TEXT NOT NULL,
     error_code TEXT,
     PRIMARY KEY (user_id, push_account_id)
   ) STRICT, WITHOUT ROWID;`,
];

export const putToken = statement<{
  user: number;
  kind: TokenKind;
  token: string;
  app_id: string | null;
  added_at: number;
}>(
  `INSERT INTO push_tokens (user_id, kind, token, app_id, added_at) VALUES (:user, :kind, :token, :app_id, :added_at)
   ON CONFLICT (user_id, kind, token) DO UPDATE SET app_id = excluded.app_id, added_at = excluded.added_at`,
);
export const deleteOldestTokens = statement<{ user: number; keep: number }>(
  `DELETE FROM push_tokens WHERE user_id = :user AND rowid NOT IN (
     SELECT rowid FROM push_tokens WHERE user_id = :user ORDER BY added_at DESC, rowid DESC LIMIT :keep
   )`,
);
export const deleteToken = statement<{ user: number; kind: TokenKind; token: string }, { found: number }>(
  "DELETE FROM push_tokens WHERE user_id = :user AND kind = :kind AND token = :token RETURNING 1 AS found",
);
export const tokensOfUser = statement<{ user: number }, TokenRow>(
  "SELECT kind, token, app_id FROM push_tokens WHERE user_id = :user ORDER BY rowid",
);

const device = "user_id, push_account_id, push_public_key, status, error_code";
export const deviceOf = statement<{ user: number; account: number }, DeviceRow>(
  `SELECT ${device} FROM push_devices WHERE user_id = :user AND push_account_id = :account`,
);
export const devicesOfUser = statement<{ user: number }, DeviceRow>(
  `SELECT ${device} FROM push_devices WHERE user_id = :user ORDER BY push_account_id`,
);
export const putDevice = statement<{ user: number; account: number; kind: TokenKind; key: string }>(
  `INSERT INTO push_devices (user_id, push_account_id, token_kind, push_public_key, status)
   VALUES (:user, :account, :kind, :key, 'pending')
   ON CONFLICT (user_id, push_account_id) DO UPDATE SET
     token_kind = excluded.token_kind, push_public_key = excluded.push_public_key, status = 'pending', error_code = NULL`,
);
export const setDeviceStatus = statement<{
  user: number;
  account: number;
  status: DeviceRow["status"];
  error_code: string | null;
}>(
  `UPDATE push_devices SET status = :status, error_code = :error_code
   WHERE user_id = :user AND push_account_id = :account`,
);
