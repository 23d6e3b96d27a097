import { feature } from "../../../feature.ts";
import { job } from "../../../realm/job.ts";
import { on } from "../../../realm/realm.ts";
import { keysEndedHook, userDeactivatedHook } from "../../organization/accounts/hooks.ts";
import { sessionsEndedHook } from "../../people/sessions/hooks.ts";
import {
  messageMentionsHook,
  messagesMovedHook,
  messagesReadHook,
  messagesRemovedHook,
  readListenersHook,
} from "../core/hooks.ts";
import { candidatesFor } from "./candidates.ts";
import { deliverPushes } from "./deliver-pushes.ts";
import { endPushes } from "./end-pushes.ts";
import { deviceAdded, deviceRemoved, deviceUpdated, pushDeviceChanged } from "./events.ts";
import { addClientDeviceEndpoint, removeClientDeviceEndpoint } from "./mobile/client-device-endpoints.ts";
import { TOKEN_REGISTRATION_JOB, tokenRegistrationSchema } from "./mobile/client-devices.ts";
import { REGISTRATION_JOB, registrationSchema } from "./mobile/devices.ts";
import { encryptedTestNotificationEndpoint } from "./mobile/encrypted-test-notification.ts";
import { forwardRegistration, forwardTokenRegistration } from "./mobile/forward-registration.ts";
import { forwardToken } from "./mobile/forward-token.ts";
import { registerDeviceEndpoint } from "./mobile/register-device.ts";
import { testNotificationEndpoint } from "./mobile/test-notification.ts";
import {
  addApnsTokenEndpoint,
  addFcmTokenEndpoint,
  removeApnsTokenEndpoint,
  removeFcmTokenEndpoint,
} from "./mobile/token-endpoints.ts";
import { TOKEN_JOB, tokenChangeSchema } from "./mobile/tokens.ts";
import { DELIVERY_JOB, deliverySchema, enqueue, RETRY_TIMER, resumeDelivery } from "./queue.ts";
import { removeDeleted, removeMoved, removeRead, usersShown } from "./removals.ts";
import { schema } from "./rows.ts";
import { deviceState, pushDeviceState, realmUuidState } from "./state.ts";
import { addWebDeviceEndpoint } from "./web/add-web-device.ts";
import { getWebDevicesEndpoint } from "./web/get-web-devices.ts";
import { removeWebDeviceEndpoint } from "./web/remove-web-device.ts";
import { testWebDeviceEndpoint } from "./web/test-web-device.ts";
import { webDevicesOf } from "./web/web-devices.ts";

/** Push notifications for mobile devices (plain and encrypted) and browsers, and the devices that get them. */
export const push = feature({
  name: "push",
  schema,
  personal: {
    push_tokens: { user: "user_id" },
    push_devices: { user: "user_id" },
    web_push_devices: { user: "user_id" },
    client_devices: { user: "user_id" },
    push_shown: { user: "user_id" },
  },
  archive: {
    leftOut: {
      push_tokens: "of the server: devices register anew",
      push_devices: "of the server: devices register anew",
      client_devices: "of the server: devices register anew",
      push_identity: "of the server",
      push_queue: "of the moment",
      push_shown: "of the moment",
      web_push_devices: "of the server: browsers register anew with its key",
      web_push_identity: "of the server",
    },
  },
  endpoints: [
    addClientDeviceEndpoint,
    removeClientDeviceEndpoint,
    registerDeviceEndpoint,
    testNotificationEndpoint,
    encryptedTestNotificationEndpoint,
    addApnsTokenEndpoint,
    removeApnsTokenEndpoint,
    addFcmTokenEndpoint,
    removeFcmTokenEndpoint,
    getWebDevicesEndpoint,
    addWebDeviceEndpoint,
    removeWebDeviceEndpoint,
    testWebDeviceEndpoint,
  ],
  events: [deviceAdded, deviceUpdated, deviceRemoved, pushDeviceChanged],
  state: [deviceState, pushDeviceState, realmUuidState],
  jobs: {
    [REGISTRATION_JOB]: job(registrationSchema, forwardRegistration),
    [TOKEN_REGISTRATION_JOB]: job(tokenRegistrationSchema, forwardTokenRegistration),
    [TOKEN_JOB]: job(tokenChangeSchema, forwardToken),
    [DELIVERY_JOB]: job(deliverySchema, deliverPushes),
  },
  promptJobs: [DELIVERY_JOB],
  patientJobs: [DELIVERY_JOB],
  timers: { [RETRY_TIMER]: ({ realm }) => resumeDelivery(realm) },
  handlers: [
    on(messageMentionsHook, (realm, mention) => enqueue(realm, mention.message, candidatesFor(realm, mention))),
    on(messagesReadHook, removeRead),
    on(readListenersHook, usersShown),
    on(messagesRemovedHook, removeDeleted),
    on(messagesMovedHook, removeMoved),
    on(keysEndedHook, endPushes),
    on(sessionsEndedHook, (realm, user) => void webDevicesOf(realm, user)),
    on(userDeactivatedHook, (realm, { id }) => endPushes(realm, id, null)),
  ],
});
