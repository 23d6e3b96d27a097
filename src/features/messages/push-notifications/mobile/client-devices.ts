import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import * as v from "valibot";
import { badRequest, raise } from "../../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import { only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { after, DAY, seconds } from "../../../../util/time.ts";
import { forgetOwners } from "../candidates.ts";
import { deviceAdded, deviceRemoved, deviceUpdated } from "../events.ts";
import { serviceUnreachable } from "../failures.ts";
import type { TokenKind } from "../rows.ts";
import { checkPushKey, checkTokenId, type KeyFields, type TokenFields } from "./registration-fields.ts";
import * as rows from "./rows.ts";
import { removeToken, tokensOf } from "./tokens.ts";

export const TOKEN_REGISTRATION_JOB = "push-token-registration";

/** A token to register at the push service. Only the service can decrypt it. */
export const tokenRegistrationSchema = v.object({
  user: v.pipe(v.number(), v.transform(toUserId)),
  device_id: v.number(),
  token_id: v.string(),
  bouncer_public_key: v.string(),
  encrypted_push_registration: v.string(),
  requested_at: v.pipe(v.number(), v.transform(seconds)),
});
export type TokenRegistration = Readonly<v.InferOutput<typeof tokenRegistrationSchema>>;

export const clientDevicesOf = (realm: Realm, user: UserId): rows.ClientDeviceRow[] =>
  rows.clientDevicesOfUser.all(realm.sql, { user });

/** A device that can get pushes: its token is registered at the push service. */
export interface RegisteredDevice extends rows.ClientDeviceRow {
  readonly push_key_id: number;
  readonly push_key: string;
  readonly token_kind: TokenKind;
  readonly push_token_id: string;
}

const isRegistered = (device: rows.ClientDeviceRow): device is RegisteredDevice =>
  device.push_token_id !== null && device.push_key !== null;

export const registeredDevicesOf = (realm: Realm, user: UserId): RegisteredDevice[] =>
  clientDevicesOf(realm, user).filter(isRegistered);

/** Adds a device for a login. Existing devices stay, because an app keeps its id and never requests another. */
export function addClientDevice(realm: Realm, user: UserId, key_id: number | null): number {
  if (clientDevicesOf(realm, user).length >= limits.account.push_devices) {
    throw badRequest(`You cannot register more than ${limits.account.push_devices} devices.`);
  }
  const { device_id } = rows.insertClientDevice.one(realm.sql, { user, key_id });
  realm.emit(deviceAdded({ device_id }), only(user));
  return device_id;
}

/** Removes a user's device. If a registration is in progress, its result is ignored. */
export function removeClientDevice(realm: Realm, user: UserId, device_id: number): void {
  accessDevice(realm, user, device_id);
  rows.deleteClientDevice.run(realm.sql, { id: device_id });
  forgetOwners(realm);
  realm.emit(deviceRemoved({ device_id }), only(user));
}

/** Removes the devices of an ended login, or of all logins of the account if `login` is null. */
export function endClientDevices(realm: Realm, user: UserId, login: number | null): void {
  for (const { device_id, key_id } of clientDevicesOf(realm, user)) {
    if (login === null || key_id === login) removeClientDevice(realm, user, device_id);
  }
}

const accessDevice = (realm: Realm, user: UserId, id: number): rows.ClientDeviceRow =>
  rows.clientDeviceOf.first(realm.sql, { user, id }) ?? raise(badRequest("Invalid `device_id`"));

interface NewRegistration {
  readonly device_id: number;
  readonly key: KeyFields | undefined;
  readonly token: TokenFields | undefined;
}

/**
 * Stores a device's key, and starts registering its token at the push service (users-groups-org.md 10). Registering the
 * same key and token again changes nothing.
 */
export function registerClientDevice(realm: Realm, user: UserId, { device_id, key, token }: NewRegistration): void {
  const device = accessDevice(realm, user, device_id);
  if (token !== undefined) registerToken(realm, device, token, key);
  else if (key !== undefined) rotateKey(realm, device, key);
  else throw badRequest("Missing parameters: must provide either all push key fields, all token fields, or both.");
}

function rotateKey(realm: Realm, device: rows.ClientDeviceRow, key: KeyFields): void {
  if (device.push_key === null) throw badRequest("No push registration exists to rotate key for.");
  checkPushKey(key);
  if (hasKey(device, key)) return;
  writeKey(realm, device, key);
  emitUpdate(realm, device, { push_key_id: key.push_key_id });
}

const hasKey = (device: rows.ClientDeviceRow, { push_key_id, push_key }: KeyFields): boolean =>
  device.push_key_id === push_key_id && device.push_key === push_key;

const writeKey = (realm: Realm, { device_id: id }: rows.ClientDeviceRow, { push_key_id, push_key }: KeyFields) =>
  rows.setPushKey.run(realm.sql, { id, push_key_id, push_key });

function registerToken(
  realm: Realm,
  device: rows.ClientDeviceRow,
  token: TokenFields,
  key: KeyFields | undefined,
): void {
  const { token_id, token_kind: kind, bouncer_public_key, encrypted_push_registration } = token;
  if (key !== undefined) checkPushKey(key);
  if (isUnderWay(realm, device)) throw badRequest("A registration for the device already in progress.");
  checkTokenId(token_id);
  if (key === undefined && device.push_key === null)
    throw badRequest("No push registration exists to rotate token for.");
  const requested_at = realm.seconds();
  const isKept = key === undefined || (hasKey(device, key) && device.token_kind === kind);
  if (isKept && isRegisteredNow(realm, device, token_id)) return;
  if (realm.outbox.isFull(TOKEN_REGISTRATION_JOB)) throw serviceUnreachable();
  if (key !== undefined) writeKey(realm, device, key);
  rows.setPendingToken.run(realm.sql, { id: device.device_id, kind, token_id, at: requested_at });
  const registration: TokenRegistration = {
    ...{ user: device.user_id, device_id: device.device_id, token_id, requested_at },
    ...{ bouncer_public_key, encrypted_push_registration },
  };
  realm.outbox.add(TOKEN_REGISTRATION_JOB, registration);
  emitUpdate(realm, device, {
    ...(key !== undefined && { push_key_id: key.push_key_id }),
    pending_push_token_id: token_id,
    push_token_last_updated_timestamp: requested_at,
    push_registration_error_code: null,
  });
}

/**
 * True if a registration is waiting for a response. After a day it counts as lost, because jobs that crash the program
 * are abandoned.
 */
const isUnderWay = (realm: Realm, device: rows.ClientDeviceRow): boolean =>
  device.pending_push_token_id !== null && device.push_registration_error_code === null && isOfToday(realm, device);

const isOfToday = (realm: Realm, { push_token_last_updated_timestamp: time }: rows.ClientDeviceRow): boolean =>
  time !== null && realm.seconds() < after(time, DAY);

/**
 * True if a token was registered within the last day. Registering an older one renews its timestamp. Otherwise, the app
 * would register it again at each start.
 */
const isRegisteredNow = (realm: Realm, device: rows.ClientDeviceRow, token_id: string): boolean =>
  device.push_registration_error_code === null && device.push_token_id === token_id && isOfToday(realm, device);

/**
 * Returns the device if its token is still unregistered. The device may have been removed, or another response may have
 * settled its registration.
 */
function pendingDevice(realm: Realm, registration: TokenRegistration): rows.ClientDeviceRow | undefined {
  const { user, device_id: id, token_id, requested_at } = registration;
  const device = rows.clientDeviceOf.first(realm.sql, { user, id });
  const isSame =
    device?.pending_push_token_id === token_id && device.push_token_last_updated_timestamp === requested_at;
  return isSame && device.push_registration_error_code === null ? device : undefined;
}

export const isTokenPending = (realm: Realm, registration: TokenRegistration): boolean =>
  pendingDevice(realm, registration) !== undefined;

/** Records that the push service accepted a token. From then on, the device gets only encrypted pushes. */
export function settleToken(realm: Realm, registration: TokenRegistration): void {
  const device = pendingDevice(realm, registration);
  if (device === undefined) return;
  const { token_id, user } = registration;
  rows.acceptToken.run(realm.sql, { id: device.device_id });
  forgetOwners(realm);
  emitUpdate(realm, device, { push_token_id: token_id, pending_push_token_id: null });
  for (const { kind, token } of tokensOf(realm, user)) {
    if (tokenIdsOf(kind, token).includes(token_id)) removeToken(realm, user, { kind, token });
  }
}

/** Records that the push service rejected a token, with its code. The app registers it again, or needs an update. */
export function failToken(realm: Realm, registration: TokenRegistration, code: string): void {
  const device = pendingDevice(realm, registration);
  if (device === undefined) return;
  rows.setRegistrationError.run(realm.sql, { id: device.device_id, code });
  emitUpdate(realm, device, { push_registration_error_code: code });
}

/** Deletes tokens that the push service no longer knows. The app registers its token again at its next start. */
export function forgetTokens(realm: Realm, token_ids: readonly string[]): void {
  for (const device of rows.devicesOfTokens.all(realm.sql, { token_ids: JSON.stringify(token_ids) })) {
    rows.forgetToken.run(realm.sql, { id: device.device_id });
    emitUpdate(realm, device, { push_token_id: null });
  }
  forgetOwners(realm);
}

/**
 * Returns the ids that apps may use for a token at the push service. An APNs token is a number, so the case of its
 * digits doesn't matter.
 */
const tokenIdsOf = (kind: TokenKind, token: string): string[] =>
  kind === "apns" ? [tokenId(token), tokenId(token.toLowerCase())] : [tokenId(token)];

const tokenId = (token: string): string => {
  const digest = createHash("sha256").update(token).digest("hex");
  return Buffer.from(digest.slice(0, 16), "hex").toString("base64");
};

type Update = Omit<Parameters<typeof deviceUpdated>[0], "device_id">;

const emitUpdate = (
  realm: Realm,
  { device_id, user_id }: Pick<rows.ClientDeviceRow, "device_id" | "user_id">,
  update: Update,
) => realm.emit(deviceUpdated({ device_id, ...update }), only(user_id));
