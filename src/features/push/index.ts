import { feature } from "../../realm/feature.ts";
import { stateSlice } from "../../realm/state-slice.ts";
import { devicesOf, REGISTRATION_JOB, type Registration } from "./devices.ts";
import { encryptedTestNotificationEndpoint } from "./encrypted-test-notification.ts";
import { pushDeviceChanged } from "./events.ts";
import { forwardRegistration } from "./forward-registration.ts";
import { registerDeviceEndpoint } from "./register-device.ts";
import { schema } from "./rows.ts";
import { testNotificationEndpoint } from "./test-notification.ts";
import {
  addApnsTokenEndpoint,
  addFcmTokenEndpoint,
  removeApnsTokenEndpoint,
  removeFcmTokenEndpoint,
} from "./token-endpoints.ts";

/** Mobile devices that want to be woken. */
export const push = feature({
  name: "push",
  schema,
  endpoints: [
    registerDeviceEndpoint,
    testNotificationEndpoint,
    encryptedTestNotificationEndpoint,
    addApnsTokenEndpoint,
    removeApnsTokenEndpoint,
    addFcmTokenEndpoint,
    removeFcmTokenEndpoint,
  ],
  events: [pushDeviceChanged],
  state: [
    stateSlice({
      types: ["push_device", "push_devices"],
      collect({ realm, actor }) {
        const devices = actor === null ? [] : devicesOf(realm, actor.user_id);
        const told = devices.map(({ push_account_id, status, error_code }) => [
          push_account_id,
          { status, error_code },
        ]);
        return { push_devices: Object.fromEntries(told) };
      },
    }),
  ],
  jobs: {
    [REGISTRATION_JOB]: (context, registration) => forwardRegistration(context, registration as Registration),
  },
});
