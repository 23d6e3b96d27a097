import { type NoParams, statement } from "../../../database/statement.ts";
import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const tokenKinds = ["apns", "fcm"] as const;
export type TokenKind = (typeof tokenKinds)[number];

export interface TokenRow {
  readonly kind: TokenKind;
  readonly token: string;
  readonly app_id: string | null;
  /** API key of the device's login, or null if the login has none. */
  readonly key_id: number | null;
}

/** A device that gets encrypted pushes. Only the push service has its token. */
export interface DeviceRow {
  readonly user_id: UserId;
  readonly push_account_id: number;
  readonly token_kind: TokenKind;
  readonly push_public_key: string;
  readonly key_id: number | null;
  /** The device's id at the push service, or null until it is registered there. */
  readonly device_id: number | null;
  readonly status: "active" | "pending" | "failed";
  /** The push service's code for why the registration failed, or null if it hasn't. */
  readonly error_code: string | null;
}

export const schema = [
  `CREATE TABLE push_tokens (
     user_id INTEGER NOT NULL,
     kind TEXT NOT NULL,
     token TEXT NOT NULL,
     app_id TEXT,
     origin TEXT NOT NULL,
     key_id INTEGER,
     added_at INTEGER NOT NULL,
     PRIMARY KEY (user_id, kind, token)
   ) STRICT;
   CREATE TABLE push_devices (
     user_id INTEGER NOT NULL,
     push_account_id INTEGER NOT NULL,
     token_kind TEXT NOT NULL,
     push_public_key TEXT NOT NULL,
     origin TEXT NOT NULL,
     key_id INTEGER,
     device_id INTEGER,
     status TEXT NOT NULL,
     error_code TEXT,
     PRIMARY KEY (user_id, push_account_id)
   ) STRICT, WITHOUT ROWID;
   -- The organization's id at the push service.
   CREATE TABLE push_identity (uuid TEXT NOT NULL) STRICT;
   -- Candidates for notifications about a message or, without a message, for the removal of notifications.
   CREATE TABLE push_queue (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     message_id INTEGER,
     alerts TEXT NOT NULL,
     -- Number of candidates whose pushes were sent.
     done INTEGER NOT NULL DEFAULT 0,
     tries INTEGER NOT NULL,
     queued_at INTEGER NOT NULL
   ) STRICT;
   -- Messages whose notifications a user's devices show, and whether they are about to be removed.
   CREATE TABLE push_shown (
     user_id INTEGER NOT NULL,
     message_id INTEGER NOT NULL,
     withdrawn INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (user_id, message_id)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX push_shown_by_message ON push_shown (message_id);`,
  `CREATE TABLE web_push_devices (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     endpoint TEXT NOT NULL UNIQUE,
     p256dh TEXT NOT NULL,
     auth TEXT NOT NULL,
     session_id INTEGER,
     key_id INTEGER,
     name TEXT NOT NULL,
     added_at INTEGER NOT NULL
   ) STRICT;
   CREATE INDEX web_push_devices_by_user ON web_push_devices (user_id);
   -- Key pair that identifies the organization to browsers' push services.
   CREATE TABLE web_push_identity (public_key TEXT NOT NULL, private_key TEXT NOT NULL) STRICT;`,
  `-- Apps whose pushes are encrypted with a key they share with the server.
   CREATE TABLE client_devices (
     device_id INTEGER PRIMARY KEY AUTOINCREMENT,
     user_id INTEGER NOT NULL,
     key_id INTEGER,
     push_key_id INTEGER,
     push_key TEXT,
     token_kind TEXT,
     push_token_id TEXT,
     pending_push_token_id TEXT,
     push_token_last_updated_timestamp INTEGER,
     push_registration_error_code TEXT
   ) STRICT;
   CREATE INDEX client_devices_by_user ON client_devices (user_id);`,
];

export const identity = statement<NoParams, { uuid: string }>("SELECT uuid FROM push_identity");
export const putIdentity = statement<{ uuid: string }>("INSERT INTO push_identity (uuid) VALUES (:uuid)");

export const putToken = statement<{
  user: number;
  kind: TokenKind;
  token: string;
  app_id: string | null;
  /** Written for earlier versions of the server, which need it in payloads. */
  origin: string;
  key_id: number | null;
  added_at: Seconds;
}>(
  `INSERT INTO push_tokens (user_id, kind, token, app_id, origin, key_id, added_at)
   VALUES (:user, :kind, :token, :app_id, :origin, :key_id, :added_at)
   ON CONFLICT (user_id, kind, token) DO UPDATE
     SET app_id = excluded.app_id, origin = excluded.origin, key_id = excluded.key_id, added_at = excluded.added_at`,
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
  "SELECT kind, token, app_id, key_id FROM push_tokens WHERE user_id = :user ORDER BY rowid",
);

const device = "user_id, push_account_id, token_kind, push_public_key, key_id, device_id, status, error_code";
export const deviceOf = statement<{ user: number; account: number }, DeviceRow>(
  `SELECT ${device} FROM push_devices WHERE user_id = :user AND push_account_id = :account`,
);
export const devicesOfUser = statement<{ user: number }, DeviceRow>(
  `SELECT ${device} FROM push_devices WHERE user_id = :user ORDER BY push_account_id`,
);
export const putDevice = statement<{
  user: number;
  account: number;
  kind: TokenKind;
  key: string;
  origin: string;
  key_id: number | null;
}>(
  `INSERT INTO push_devices (user_id, push_account_id, token_kind, push_public_key, origin, key_id, status)
   VALUES (:user, :account, :kind, :key, :origin, :key_id, 'pending')
   ON CONFLICT (user_id, push_account_id) DO UPDATE SET
     token_kind = excluded.token_kind, push_public_key = excluded.push_public_key, origin = excluded.origin,
     key_id = excluded.key_id, device_id = NULL, status = 'pending', error_code = NULL`,
);
export const setDeviceKey = statement<{ user: number; account: number; key_id: number | null }>(
  "UPDATE push_devices SET key_id = :key_id WHERE user_id = :user AND push_account_id = :account",
);
export const setDeviceStatus = statement<{
  user: number;
  account: number;
  status: DeviceRow["status"];
  device_id: number | null;
  error_code: string | null;
}>(
  `UPDATE push_devices SET status = :status, device_id = :device_id, error_code = :error_code
   WHERE user_id = :user AND push_account_id = :account`,
);
export const deleteFailedDevice = statement<{ user: number }>(
  `DELETE FROM push_devices WHERE (user_id, push_account_id) IN (
     SELECT user_id, push_account_id FROM push_devices WHERE user_id = :user AND status = 'failed' LIMIT 1
   )`,
);
/** Users with devices registered for encrypted pushes, tokens for plain ones, or browsers. One row per kind. */
export const allOwners = statement<
  { encrypted: number; plain: number; web: number },
  { user_id: UserId; kind: number }
>(
  `SELECT user_id, :encrypted AS kind FROM push_devices WHERE status = 'active'
   UNION SELECT user_id, :encrypted FROM client_devices WHERE push_token_id IS NOT NULL
   UNION SELECT user_id, :plain FROM push_tokens
   UNION SELECT user_id, :web FROM web_push_devices`,
);

export interface QueueRow {
  readonly id: number;
  readonly message_id: MessageId | null;
  /** JSON: the candidates, each as a list of user, `PushKind` bits, reason and group. */
  readonly alerts: string;
  readonly done: number;
  readonly tries: number;
  readonly queued_at: Seconds;
}
const queued = "id, message_id, alerts, done, tries, queued_at";
export const oldestQueued = statement<{ last: number }, QueueRow>(
  `SELECT ${queued} FROM push_queue WHERE id <= :last ORDER BY id LIMIT 1`,
);
export const oldestUntried = statement<{ after: number }, QueueRow>(
  `SELECT ${queued} FROM push_queue WHERE id > :after AND tries = 0 ORDER BY id LIMIT 1`,
);
/** Oldest entry after an id that has failed and is due. The delay doubles each time. */
export const oldestRetried = statement<{ after: number; now: Seconds }, QueueRow>(
  `SELECT ${queued} FROM push_queue WHERE id > :after AND tries > 0 AND queued_at + (1 << tries) <= :now
   ORDER BY id LIMIT 1`,
);
export const nextRetry = statement<NoParams, { at: Seconds | null }>(
  "SELECT min(queued_at + (1 << tries)) AS at FROM push_queue WHERE tries > 0",
);
export const newestQueued = statement<NoParams, { id: number | null }>("SELECT max(id) AS id FROM push_queue");
export const queuedSince = statement<NoParams, { waiting: number; since: Seconds | null }>(
  "SELECT count(*) AS waiting, min(queued_at) AS since FROM push_queue",
);
export const insertQueued = statement<
  { message: number | null; alerts: string; tries: number; queued_at: Seconds },
  { id: number }
>(
  `INSERT INTO push_queue (message_id, alerts, tries, queued_at) VALUES (:message, :alerts, :tries, :queued_at)
   RETURNING id`,
);
export const setDone = statement<{ id: number; done: number }>("UPDATE push_queue SET done = :done WHERE id = :id");
export const countTries = statement<{ ids: string }>(
  "UPDATE push_queue SET tries = tries + 1 WHERE id IN (SELECT value FROM json_each(:ids))",
);
export const deleteQueued = statement<{ id: number }>("DELETE FROM push_queue WHERE id = :id");

export const insertShown = statement<{ user: number; message: number }>(
  "INSERT OR IGNORE INTO push_shown (user_id, message_id) VALUES (:user, :message)",
);
export const deleteOldestShown = statement<{ user: number; keep: number }>(
  `DELETE FROM push_shown WHERE user_id = :user AND message_id <= (
     SELECT message_id FROM push_shown WHERE user_id = :user ORDER BY message_id DESC LIMIT 1 OFFSET :keep
   )`,
);
export const shownTo = statement<{ user: number }, { message_id: MessageId; withdrawn: number }>(
  "SELECT message_id, withdrawn FROM push_shown WHERE user_id = :user ORDER BY message_id",
);
export const shownUsers = statement<NoParams, { user_id: UserId }>(
  "SELECT DISTINCT user_id FROM push_shown WHERE withdrawn = 0",
);
export const showing = statement<{ ids: string }, { user_id: UserId; message_id: MessageId }>(
  `SELECT user_id, message_id FROM push_shown
   WHERE message_id IN (SELECT value FROM json_each(:ids)) AND withdrawn = 0 ORDER BY user_id`,
);
export const markForRemoval = statement<{ user: number; ids: string }>(
  `UPDATE push_shown SET withdrawn = 1
   WHERE user_id = :user AND message_id IN (SELECT value FROM json_each(:ids))`,
);
export const deleteShown = statement<{ user: number; ids: string }>(
  "DELETE FROM push_shown WHERE user_id = :user AND message_id IN (SELECT value FROM json_each(:ids))",
);
