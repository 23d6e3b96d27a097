import { feature } from "../../../feature.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { job } from "../../../realm/job.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
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
import { deviceAdded, deviceRemoved, deviceUpdated, pushDeviceChanged } from "./events.ts";
import {
  clientDevicesOf,
  endClientDevices,
  TOKEN_REGISTRATION_JOB,
  tokenRegistrationSchema,
} from "./mobile/client-devices.ts";
import { devicesOf, endDevices, REGISTRATION_JOB, registrationSchema } from "./mobile/devices.ts";
import { encryptedTestNotificationEndpoint } from "./mobile/encrypted-test-notification.ts";
import { forwardRegistration, forwardTokenRegistration } from "./mobile/forward-registration.ts";
import { realmUuid } from "./mobile/realm-uuid.ts";
import { registerDeviceEndpoint } from "./mobile/register-device.ts";
import { forwardToken } from "./mobile/registration-fields.ts";
import { testNotificationEndpoint } from "./mobile/test-notification.ts";
import {
  addApnsTokenEndpoint,
  addClientDeviceEndpoint,
  addFcmTokenEndpoint,
  removeApnsTokenEndpoint,
  removeClientDeviceEndpoint,
  removeFcmTokenEndpoint,
} from "./mobile/token-endpoints.ts";
import { endTokens, TOKEN_JOB, tokenChangeSchema } from "./mobile/tokens.ts";
import { DELIVERY_JOB, deliverySchema, enqueue, RETRY_TIMER, resumeDelivery } from "./queue.ts";
import { removeDeleted, removeMoved, removeRead, usersShown } from "./removals.ts";
import { schema } from "./rows.ts";
import { webPushEndpoints } from "./web/endpoints.ts";
import { endWebDevices, webDevicesOf } from "./web/web-devices.ts";

const deviceState = stateSlice({
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
const pushDeviceState = stateSlice({
  types: ["push_device", "push_devices"],
  collect({ realm, actor }) {
    const devices = actor === null ? [] : devicesOf(realm, actor.user_id);
    const entries = devices.map(({ push_account_id, status, error_code }) => [push_account_id, { status, error_code }]);
    return entries.length === 0 ? {} : { push_devices: Object.fromEntries(entries) };
  },
});

/** The organization's own id, which clients use as a salt for generated avatars. */
const realmUuidState = stateSlice({
  types: ["realm"],
  collect: ({ realm }) => ({ realm_uuid: realmUuid(realm) }),
});

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
    ...webPushEndpoints,
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

/** Stops pushes to the devices of an ended login, or to all of the account's devices if `login` is null. */
function endPushes(realm: Realm, user: UserId, login: number | null): void {
  endTokens(realm, user, login);
  endDevices(realm, user, login);
  endClientDevices(realm, user, login);
  endWebDevices(realm, user, login);
}
