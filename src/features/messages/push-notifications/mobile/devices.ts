import * as v from "valibot";
import { badRequest } from "../../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { seconds } from "../../../../util/time.ts";
import { forgetOwners } from "../candidates.ts";
import { pushDeviceChanged } from "../events.ts";
import { DEVICE_GONE, serviceUnreachable } from "../failures.ts";
import type { DeviceRow } from "../rows.ts";
import * as rows from "../rows.ts";

export type Device = DeviceRow;

export const REGISTRATION_JOB = "push-registration";

/** A device's registration to forward to the push service. */
export const registrationSchema = v.object({
  token_kind: v.picklist(rows.tokenKinds),
  push_account_id: v.number(),
  push_public_key: v.string(),
  bouncer_public_key: v.string(),
  encrypted_push_registration: v.string(),
  user: v.pipe(v.number(), v.transform(toUserId)),
  requested_at: v.pipe(v.number(), v.transform(seconds)),
});
export type Registration = Readonly<v.InferOutput<typeof registrationSchema>>;
type NewDevice = Omit<Registration, "user" | "requested_at">;

export const devicesOf = (realm: Realm, user: UserId): Device[] => rows.devicesOfUser.all(realm.sql, { user });

export const activeDevicesOf = (realm: Realm, user: UserId): Device[] =>
  devicesOf(realm, user).filter(({ status }) => status === "active");

/**
 * Starts registering a device (seed 4.17). Registering the same key again only changes the login the device belongs to,
 * unless the registration failed.
 */
export function registerDevice(realm: Realm, user: UserId, device: NewDevice, key_id: Device["key_id"]): void {
  const { push_account_id: account, push_public_key: key, token_kind: kind } = device;
  const known = rows.deviceOf.first(realm.sql, { user, account });
  if (known !== undefined && known.push_public_key === key && known.status !== "failed") {
    if (known.key_id !== key_id) rows.setDeviceKey.run(realm.sql, { user, account, key_id });
    return;
  }
  if (realm.outbox.isFull(REGISTRATION_JOB)) throw serviceUnreachable();
  if (known === undefined) makeRoom(realm, user);
  rows.putDevice.run(realm.sql, { user, account, kind, key, origin: realm.url, key_id });
  forgetOwners(realm);
  const registration: Registration = { ...device, user, requested_at: realm.seconds() };
  realm.outbox.add(REGISTRATION_JOB, registration);
  realm.emit(pushDeviceChanged({ push_account_id: account, status: "pending", error_code: null }), only(user));
}

/** Makes room for a new device by deleting a failed one if the user is at the limit. */
function makeRoom(realm: Realm, user: UserId): void {
  const devices = devicesOf(realm, user);
  if (devices.length < limits.account.push_devices) return;
  if (devices.every(({ status }) => status !== "failed")) {
    throw badRequest(`You cannot register more than ${limits.account.push_devices} devices.`);
  }
  rows.deleteFailedDevice.run(realm.sql, { user });
}

/** True if a registration is still pending. It may have been replaced by one with another key. */
export const isPending = (realm: Realm, { user, push_account_id: account, push_public_key }: Registration): boolean => {
  const device = rows.deviceOf.first(realm.sql, { user, account });
  return device?.status === "pending" && device.push_public_key === push_public_key;
};

type RegistrationResult = { readonly device_id: number | null } | { readonly error_code: string };

/** Stores the push service's answer to a registration, and emits the device's new status. */
export function settleRegistration(realm: Realm, registration: Registration, result: RegistrationResult): void {
  if (!isPending(realm, registration)) return;
  recordResult(realm, { user_id: registration.user, push_account_id: registration.push_account_id }, result);
}

/** Marks devices that can't be reached anymore as failed, unless they have registered again meanwhile. */
export function failDevices(realm: Realm, devices: readonly Device[], error_code: string): void {
  for (const device of devices) {
    const now = rows.deviceOf.first(realm.sql, { user: device.user_id, account: device.push_account_id });
    const isSame = now?.push_public_key === device.push_public_key && now.device_id === device.device_id;
    if (isSame && now.status === "active") recordResult(realm, device, { error_code });
  }
}

/** Marks as failed the devices of an ended login, or of all logins of the account if `login` is null. */
export function endDevices(realm: Realm, user: UserId, login: number | null): void {
  for (const device of devicesOf(realm, user)) {
    const isOver = login === null || device.key_id === login;
    if (isOver && device.status !== "failed") recordResult(realm, device, { error_code: DEVICE_GONE });
  }
}

function recordResult(
  realm: Realm,
  { user_id: user, push_account_id: account }: Pick<Device, "user_id" | "push_account_id">,
  result: RegistrationResult,
): void {
  const error_code = "error_code" in result ? result.error_code : null;
  const device_id = "device_id" in result ? result.device_id : null;
  const status = error_code === null ? ("active" as const) : ("failed" as const);
  rows.setDeviceStatus.run(realm.sql, { user, account, status, device_id, error_code });
  forgetOwners(realm);
  realm.emit(pushDeviceChanged({ push_account_id: account, status, error_code }), only(user));
}
