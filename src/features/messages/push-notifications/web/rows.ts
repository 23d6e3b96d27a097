import { type NoParams, statement } from "../../../../database/statement.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Seconds } from "../../../../util/time.ts";

/** A browser that gets pushes (RFC 8030), for the login that registered it. */
export interface WebDeviceRow {
  readonly id: number;
  readonly user_id: UserId;
  /** URL for pushes to the browser. Anyone who knows the URL can send pushes, so it is never revealed. */
  readonly endpoint: string;
  /** The browser's public key (RFC 8291), in base64url. */
  readonly p256dh: string;
  /** The secret that the browser shares with the server (RFC 8291), in base64url. */
  readonly auth: string;
  readonly session_id: number | null;
  readonly key_id: number | null;
  /** Browser and system, such as "Firefox, Linux". */
  readonly name: string;
  readonly added_at: Seconds;
}

const columns = "id, user_id, endpoint, p256dh, auth, session_id, key_id, name, added_at";
export const webDevicesOfUser = statement<{ user: number }, WebDeviceRow>(
  `SELECT ${columns} FROM web_push_devices WHERE user_id = :user ORDER BY id`,
);
/** If another account registers the same browser, the browser moves to that account. */
export const putWebDevice = statement<Omit<WebDeviceRow, "id" | "user_id"> & { user: number }, { id: number }>(
  `INSERT INTO web_push_devices (user_id, endpoint, p256dh, auth, session_id, key_id, name, added_at)
   VALUES (:user, :endpoint, :p256dh, :auth, :session_id, :key_id, :name, :added_at)
   ON CONFLICT (endpoint) DO UPDATE SET
     user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth, session_id = excluded.session_id,
     key_id = excluded.key_id, name = excluded.name, added_at = excluded.added_at
   RETURNING id`,
);
/** A session is one browser with one subscription, so a new subscription replaces its earlier ones. */
export const deleteOthersOfSession = statement<{ session: number; id: number }>(
  "DELETE FROM web_push_devices WHERE session_id = :session AND id <> :id",
);
export const deleteOldestWebDevices = statement<{ user: number; keep: number }>(
  `DELETE FROM web_push_devices WHERE user_id = :user AND id NOT IN (
     SELECT id FROM web_push_devices WHERE user_id = :user ORDER BY added_at DESC, id DESC LIMIT :keep
   )`,
);
export const deleteWebDevice = statement<{ user: number; id: number }, { id: number }>(
  "DELETE FROM web_push_devices WHERE user_id = :user AND id = :id RETURNING id",
);

type VapidRow = {
  /** Public key in the form browsers need, in base64url. */
  readonly public_key: string;
  /** Private key (PKCS #8), in base64url. */
  readonly private_key: string;
};
export const vapidRow = statement<NoParams, VapidRow>("SELECT public_key, private_key FROM web_push_identity");
export const putVapid = statement<VapidRow>(
  "INSERT INTO web_push_identity (public_key, private_key) VALUES (:public_key, :private_key)",
);
export const setPrivateKey = statement<{ private_key: string }>(
  "UPDATE web_push_identity SET private_key = :private_key",
);
