import { statement } from "../../../../database/statement.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Seconds } from "../../../../util/time.ts";
import type { TokenKind } from "../rows.ts";

/** A device of feature level 468: a logged-in app. It gets pushes once it has a key and a token. */
export interface ClientDeviceRow {
  readonly device_id: number;
  readonly user_id: UserId;
  /** API key of the device's login, or null if the login has none. */
  readonly key_id: number | null;
  /** Id and bytes (base64) of the key that encrypts pushes: one byte for its kind, then a secretbox key. */
  readonly push_key_id: number | null;
  readonly push_key: string | null;
  readonly token_kind: TokenKind | null;
  /** Id of the token registered at the push service. Pushes are sent only if it is set. */
  readonly push_token_id: string | null;
  /** Id of the token that will replace `push_token_id` once the push service has accepted it. */
  readonly pending_push_token_id: string | null;
  readonly push_token_last_updated_timestamp: Seconds | null;
  /** Code for why the push service didn't accept the token. */
  readonly push_registration_error_code: string | null;
}

const columns = `device_id, user_id, key_id, push_key_id, push_key, token_kind, push_token_id, pending_push_token_id,
  push_token_last_updated_timestamp, push_registration_error_code`;

export const insertClientDevice = statement<{ user: number; key_id: number | null }, { device_id: number }>(
  "INSERT INTO client_devices (user_id, key_id) VALUES (:user, :key_id) RETURNING device_id",
);
export const clientDeviceOf = statement<{ user: number; id: number }, ClientDeviceRow>(
  `SELECT ${columns} FROM client_devices WHERE device_id = :id AND user_id = :user`,
);
export const clientDevicesOfUser = statement<{ user: number }, ClientDeviceRow>(
  `SELECT ${columns} FROM client_devices WHERE user_id = :user ORDER BY device_id`,
);
export const devicesOfTokens = statement<{ token_ids: string }, Pick<ClientDeviceRow, "device_id" | "user_id">>(
  `SELECT device_id, user_id FROM client_devices WHERE push_token_id IN (SELECT value FROM json_each(:token_ids))`,
);
export const setPushKey = statement<{ id: number; push_key_id: number; push_key: string }>(
  "UPDATE client_devices SET push_key_id = :push_key_id, push_key = :push_key WHERE device_id = :id",
);
export const setPendingToken = statement<{ id: number; kind: TokenKind; token_id: string; at: Seconds }>(
  `UPDATE client_devices SET token_kind = :kind, pending_push_token_id = :token_id,
     push_token_last_updated_timestamp = :at, push_registration_error_code = NULL
   WHERE device_id = :id`,
);
export const acceptToken = statement<{ id: number }>(
  `UPDATE client_devices SET push_token_id = pending_push_token_id, pending_push_token_id = NULL WHERE device_id = :id`,
);
export const setRegistrationError = statement<{ id: number; code: string }>(
  "UPDATE client_devices SET push_registration_error_code = :code WHERE device_id = :id",
);
export const forgetToken = statement<{ id: number }>(
  "UPDATE client_devices SET push_token_id = NULL WHERE device_id = :id",
);
export const deleteClientDevice = statement<{ id: number }>("DELETE FROM client_devices WHERE device_id = :id");
