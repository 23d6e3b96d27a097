import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { DEVICE_GONE, INVALID_KEY } from "../failures.ts";
import { forgetTokens, type RegisteredDevice, registeredDevicesOf } from "./client-devices.ts";
import { activeDevicesOf, type Device, failDevices } from "./devices.ts";

/**
 * A device registered at the push service. It is identified by its token's id or, at earlier feature levels, by an id
 * from the service.
 */
export type EncryptedDevice = RegisteredDevice | Device;

export const isOfToken = (device: EncryptedDevice): device is RegisteredDevice => "push_token_id" in device;
const isOfAccount = (device: EncryptedDevice): device is Device => !isOfToken(device);

/** Returns a user's devices that get encrypted pushes, in both the current and the earlier form. */
export const encryptedDevicesOf = (realm: Realm, user: UserId): EncryptedDevice[] => [
  ...registeredDevicesOf(realm, user),
  ...activeDevicesOf(realm, user),
];

/** Devices that no longer get pushes: those that were removed, and those with an invalid key. */
export interface LostDevices {
  readonly gone: readonly EncryptedDevice[];
  readonly invalidKeys: readonly EncryptedDevice[];
}

/**
 * Deletes the tokens of lost devices, or marks the devices as failed if they use an earlier feature level. They will
 * register again.
 */
export function settleLost(realm: Realm, { gone, invalidKeys }: LostDevices): void {
  const tokens = [...gone, ...invalidKeys].filter(isOfToken).map(({ push_token_id }) => push_token_id);
  if (tokens.length > 0) forgetTokens(realm, tokens);
  failDevices(realm, gone.filter(isOfAccount), DEVICE_GONE);
  failDevices(realm, invalidKeys.filter(isOfAccount), INVALID_KEY);
}
