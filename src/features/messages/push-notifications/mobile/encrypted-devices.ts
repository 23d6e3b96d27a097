import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { DEVICE_GONE, INVALID_KEY } from "../failures.ts";
import { forgetTokens, type RegisteredDevice, registeredDevicesOf } from "./client-devices.ts";
import { activeDevicesOf, type Device, failDevices } from "./devices.ts";

/** A device as the push service knows it: by its token's id or, for earlier levels, by an id of the service. */
export type EncryptedDevice = RegisteredDevice | Device;

export const isOfToken = (device: EncryptedDevice): device is RegisteredDevice => "push_token_id" in device;
const isOfAccount = (device: EncryptedDevice): device is Device => !isOfToken(device);

/** Returns a user's devices that get encrypted pushes, of both forms. */
export const encryptedDevicesOf = (realm: Realm, user: UserId): EncryptedDevice[] => [
  ...registeredDevicesOf(realm, user),
  ...activeDevicesOf(realm, user),
];

/** Devices that get no more pushes: those that no longer exist, and those with an invalid key. */
export interface LostDevices {
  readonly gone: readonly EncryptedDevice[];
  readonly invalidKeys: readonly EncryptedDevice[];
}

/** Deletes the tokens of lost devices, or marks those of earlier levels as failed. They will register again. */
export function settleLost(realm: Realm, { gone, invalidKeys }: LostDevices): void {
  const tokens = [...gone, ...invalidKeys].filter(isOfToken).map(({ push_token_id }) => push_token_id);
  if (tokens.length > 0) forgetTokens(realm, tokens);
  failDevices(realm, gone.filter(isOfAccount), DEVICE_GONE);
  failDevices(realm, invalidKeys.filter(isOfAccount), INVALID_KEY);
}
