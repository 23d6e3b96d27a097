import { feature } from "../../../feature.ts";
import { on } from "../../../realm/hook.ts";
import { job } from "../../../realm/job.ts";
import { keysEndedHook, userDeactivatedHook } from "../../organization/users/hooks.ts";
import {
  messageMentionsHook,
  messagesMovedHook,
  messagesReadHook,
  messagesRemovedHook,
  readListenersHook,
} from "../messages/hooks.ts";
import { alertsFor } from "./candidates.ts";
import { deliverPushes } from "./deliver-pushes.ts";
import { REGISTRATION_JOB, registrationSchema } from "./devices.ts";
import { encryptedTestNotificationEndpoint } from "./encrypted-test-notification.ts";
import { endPushes } from "./end-pushes.ts";
import { pushDeviceChanged } from "./events.ts";
import { forwardRegistration } from "./forward-registration.ts";
import { forwardToken } from "./forward-token.ts";
import { DELIVERY_JOB, enqueue, RETRY_TIMER, resume } from "./queue.ts";
import { registerDeviceEndpoint } from "./register-device.ts";
import { whoAreShown, withdrawEverywhere, withdrawMoved, withdrawRead } from "./removals.ts";
import { schema } from "./rows.ts";
import { pushDeviceState } from "./state.ts";
import { testNotificationEndpoint } from "./test-notification.ts";
import {
  addApnsTokenEndpoint,
  addFcmTokenEndpoint,
  removeApnsTokenEndpoint,
  removeFcmTokenEndpoint,
} from "./token-endpoints.ts";
import { TOKEN_JOB, tokenNewsSchema } from "./tokens.ts";

/** Mobile devices that want to be woken, and what they are told of messages. */
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
  state: [pushDeviceState],
  jobs: {
    [REGISTRATION_JOB]: job(registrationSchema, forwardRegistration),
    [TOKEN_JOB]: job(tokenNewsSchema, forwardToken),
    [DELIVERY_JOB]: deliverPushes,
  },
  patientJobs: [DELIVERY_JOB],
  timers: { [RETRY_TIMER]: ({ realm }) => resume(realm) },
  handlers: [
    on(messageMentionsHook, (realm, call) => enqueue(realm, call.message, alertsFor(realm, call))),
    on(messagesReadHook, withdrawRead),
    on(readListenersHook, whoAreShown),
    on(messagesRemovedHook, withdrawEverywhere),
    on(messagesMovedHook, withdrawMoved),
    on(keysEndedHook, endPushes),
    on(userDeactivatedHook, (realm, { id }) => endPushes(realm, id, null)),
  ],
});
