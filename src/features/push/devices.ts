import { badRequest } from "../../protocol/errors.ts";
import type { UserId } from "../../protocol/ids.ts";
import { only } from "../../realm/event.ts";
import type { Realm } from "../../realm/realm.ts";
import { pushDeviceChanged } from "./events.ts";
import { type DeviceRow, deviceOf, devicesOfUser, putDevice, setDeviceStatus, type TokenKind } from "./rows.ts";

export const REGISTRATION_JOB = "push-registration";
const MOST_DEVICES = 50;

export interface NewDevice {
  readonly token_kind: TokenKind;
  readonly push_account_id: number;
  readonly push_public_key: string;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/** A device's registration on its way to the push service. */
export interface Registration extends NewDevice {
  readonly user: UserId;
  /** UTC seconds. */
  readonly requested_at: number;
}

export const devicesOf = (realm: Realm, user: UserId): DeviceRow[] => devicesOfUser.all(realm.sql, { user });

/** Begins to register a device (seed 4.17); to ask again for what is registered, or about to be, changes nothing. */
export function registerDevice(realm: Realm, user: UserId, device: NewDevice): void {
  const { push_account_id: account, push_public_key: key, token_kind: kind } = device;
  const known = deviceOf.first(realm.sql, { user, account });
  if (known !== undefined && known.push_public_key === key && known.status !== "failed") return;
  if (known === undefined && devicesOf(realm, user).length >= MOST_DEVICES) {
    throw badRequest(`You cannot register more than ${MOST_DEVICES} devices.`);
  }
  putDevice.run(realm.sql, { user, account, kind, key });
  const registration: Registration = { ...device, user, requested_at: realm.now() };
  realm.outbox.add(REGISTRATION_JOB, registration);
  tell(realm, { user, account, status: "pending", error_code: null });
}

/** Whether a registration is still waited for: it may have been replaced by one with another key. */
export const isAwaited = (realm: Realm, { user, push_account_id: account, push_public_key }: Registration): boolean => {
  const device = deviceOf.first(realm.sql, { user, account });
  return device?.status === "pending" && device.push_public_key === push_public_key;
};

/** Notes what the push service has answered, and tells the device. */
export function settleRegistration(realm: Realm, registration: Registration, error_code: string | null): void {
  if (!isAwaited(realm, registration)) return;
  const { user, push_account_id: account } = registration;
  const status = error_code === null ? ("active" as const) : ("failed" as const);
  setDeviceStatus.run(realm.sql, { user, account, status, error_code });
  tell(realm, { user, account, status, error_code });
}

interface News extends Pick<DeviceRow, "status" | "error_code"> {
  readonly user: UserId;
  readonly account: number;
}

const tell = (realm: Realm, { user, account, status, error_code }: News) =>
  realm.emit(pushDeviceChanged({ push_account_id: String(account), status, error_code }), only(user));
