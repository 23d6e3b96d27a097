import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer, optional } from "../../../../api/parameter.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { adminActionRequired, checkAnswer, deviceNotRecognized, noActiveDevice } from "../failures.ts";
import { requestTimeout } from "../mobile/push-service.ts";
import { existingVapidKeys, senderOf } from "./vapid.ts";
import { removeWebDevice, type WebDevice, webDevicesOf } from "./web-devices.ts";
import { webTest } from "./web-payload.ts";
import { sendWeb } from "./web-push.ts";

export function webTests(realm: Realm, user: UserId, devices: readonly WebDevice[]) {
  const payload = webTest(realm, user);
  return {
    sender: senderOf(realm, existingVapidKeys(realm)),
    pushes: devices.map((device) => ({ device, payload, isUrgent: true, conversation: null })),
  };
}

/** Sends a test to one of the caller's browsers, or to all of them. Not part of Zulip's API. */
export const testWebDeviceEndpoint = action({
  route: "POST /users/me/web_push_devices/test",
  by: "human",
  params: { device_id: optional(integer) },
  /** Ids of browsers that were removed because they no longer get pushes. */
  reply: { removed: v.array(v.number()) },
  plan({ realm, actor: { user_id: user }, params: { device_id: wanted } }) {
    const devices = webDevicesOf(realm, user).filter(({ id }) => wanted === undefined || id === wanted);
    if (devices.length === 0) throw wanted === undefined ? noActiveDevice() : deviceNotRecognized();
    return webTests(realm, user, devices);
  },
  async prepare({ plan: { sender, pushes } }) {
    const results = await sendWeb(sender, pushes, requestTimeout());
    for (const { answer } of results) checkAnswer(answer, adminActionRequired);
    return results.flatMap(({ isGone, push }) => (isGone ? [push.device.id] : []));
  },
  run({ realm, actor: { user_id }, prepared: gone }) {
    for (const id of gone) removeWebDevice(realm, user_id, id);
    return { removed: gone };
  },
});
