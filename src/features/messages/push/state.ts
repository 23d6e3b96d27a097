import { stateSlice } from "../../../realm/state-slice.ts";
import { devicesOf } from "./mobile/devices.ts";

/** The devices that get encrypted notifications, by their `push_account_id`. */
export const pushDeviceState = stateSlice({
  types: ["push_device", "push_devices"],
  collect({ realm, actor }) {
    const devices = actor === null ? [] : devicesOf(realm, actor.user_id);
    const entries = devices.map(({ push_account_id, status, error_code }) => [push_account_id, { status, error_code }]);
    return { push_devices: Object.fromEntries(entries) };
  },
});
