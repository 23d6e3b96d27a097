import { stateSlice } from "../../../realm/state-slice.ts";
import { clientDevicesOf } from "./mobile/client-devices.ts";
import { devicesOf } from "./mobile/devices.ts";
import { realmUuid } from "./mobile/realm-uuid.ts";

/** Devices of the account, keyed by id as a string. */
export const deviceState = stateSlice({
  types: ["device"],
  collect({ realm, actor }) {
    const devices = actor === null ? [] : clientDevicesOf(realm, actor.user_id);
    const entries = devices.map((device) => {
      const { push_key_id, push_token_id, pending_push_token_id } = device;
      const { push_token_last_updated_timestamp, push_registration_error_code } = device;
      const state = { push_key_id, push_token_id, pending_push_token_id };
      return [device.device_id, { ...state, push_token_last_updated_timestamp, push_registration_error_code }];
    });
    return { devices: Object.fromEntries(entries) };
  },
});

/** Devices that get encrypted notifications at earlier feature levels, by `push_account_id`, if there are any. */
export const pushDeviceState = stateSlice({
  types: ["push_device", "push_devices"],
  collect({ realm, actor }) {
    const devices = actor === null ? [] : devicesOf(realm, actor.user_id);
    const entries = devices.map(({ push_account_id, status, error_code }) => [push_account_id, { status, error_code }]);
    return entries.length === 0 ? {} : { push_devices: Object.fromEntries(entries) };
  },
});

/** The organization's own id, which clients use as a salt for generated avatars. */
export const realmUuidState = stateSlice({
  types: ["realm"],
  collect: ({ realm }) => ({ realm_uuid: realmUuid(realm) }),
});
