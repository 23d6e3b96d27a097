import { statement } from "../../../database/statement.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Seconds } from "../../../util/time.ts";

export const schema = [
  `-- Links with which a person logs in on another device, without a password. They work only while the session lives.
   CREATE TABLE device_links (
     user_id INTEGER PRIMARY KEY,
     key_hash TEXT NOT NULL UNIQUE,
     session_id INTEGER NOT NULL,
     expires_at INTEGER NOT NULL
   ) STRICT;`,
];

interface DeviceLinkRow {
  readonly user_id: UserId;
  readonly session_id: number;
  readonly expires_at: Seconds;
}

export const putDeviceLink = statement<{ user: number; key_hash: string; session: number; expires_at: Seconds }>(
  `INSERT OR REPLACE INTO device_links (user_id, key_hash, session_id, expires_at)
   VALUES (:user, :key_hash, :session, :expires_at)`,
);
export const deviceLinkByKey = statement<{ key_hash: string }, DeviceLinkRow>(
  "SELECT user_id, session_id, expires_at FROM device_links WHERE key_hash = :key_hash",
);
export const deleteDeviceLink = statement<{ user: number }>("DELETE FROM device_links WHERE user_id = :user");
