import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer, optional, text, textParameter } from "../../../../api/parameter.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { browserName } from "../../../../util/browser-name.ts";
import { adminActionRequired, checkAnswer, deviceNotRecognized, noActiveDevice, notConfigured } from "../failures.ts";
import { requestTimeout } from "../mobile/push-service.ts";
import { existingVapidKeys, keepVapidKeys, newVapidKeys, senderOf, vapidKeys } from "./vapid.ts";
import { addWebDevice, removeWebDevice, type WebDevice, webDevicesOf } from "./web-devices.ts";
import { webTest } from "./web-payload.ts";
import { sendWeb } from "./web-push.ts";

const key = textParameter(v.pipe(v.string(), v.maxCodePoints(100)));

/** Starts sending pushes to the browser of the caller's login. Not part of Zulip's API. */
const addWebDeviceEndpoint = action({
  route: "POST /users/me/web_push_devices",
  by: "human",
  params: { endpoint: text("url"), p256dh: key, auth: key },
  reply: { device_id: v.number() },
  run({ realm, actor, request, params }) {
    if (realm.config.webPushHosts.length === 0) throw notConfigured();
    existingVapidKeys(realm);
    const name = browserName(request.userAgent) ?? request.client;
    return { device_id: addWebDevice(realm, actor, { ...params, name }) };
  },
});

const deviceSchema = v.object({
  id: v.number(),
  name: v.string(),
  added_at: v.number(),
  /** Whether the browser belongs to the login of the request. */
  is_current: v.boolean(),
});

/**
 * Returns the browsers that get pushes for the caller's account, and the key a browser subscribes with. The key is null
 * if the deployment doesn't send pushes to browsers. Not part of Zulip's API.
 */
const getWebDevicesEndpoint = action({
  route: "GET /users/me/web_push_devices",
  by: "human",
  reply: { public_key: v.nullable(v.string()), devices: v.array(deviceSchema) },
  plan: ({ realm }) => ({ isOn: realm.config.webPushHosts.length > 0, keys: vapidKeys(realm) ?? null }),
  prepare: async ({ plan: { isOn, keys } }) => (isOn ? (keys ?? (await newVapidKeys())) : null),
  run({ realm, actor, prepared: keys }) {
    const isCurrent = (one: { session_id: number | null; key_id: number | null }) =>
      one.session_id === (actor.session_id ?? null) && one.key_id === (actor.key_id ?? null);
    return {
      public_key: keys === null ? null : keepVapidKeys(realm, keys).public_key,
      devices: webDevicesOf(realm, actor.user_id).map((device) => ({
        id: device.id,
        name: device.name,
        added_at: device.added_at,
        is_current: isCurrent(device),
      })),
    };
  },
});

/** Stops pushes to one of the caller's browsers. Not part of Zulip's API. */
const removeWebDeviceEndpoint = action({
  route: "DELETE /users/me/web_push_devices/:device_id",
  by: "human",
  params: { device_id: integer },
  run({ realm, actor, params }) {
    if (!removeWebDevice(realm, actor.user_id, params.device_id)) throw deviceNotRecognized();
  },
});

export function webTests(realm: Realm, user: UserId, devices: readonly WebDevice[]) {
  const payload = webTest(realm, user);
  return {
    sender: senderOf(realm, existingVapidKeys(realm)),
    pushes: devices.map((device) => ({ device, payload, isUrgent: true, conversation: null })),
  };
}

/** Sends a test to one of the caller's browsers, or to all of them. Not part of Zulip's API. */
const testWebDeviceEndpoint = action({
  route: "POST /users/me/web_push_devices/test",
  by: "human",
  params: { device_id: optional(integer) },
  /** Browsers that were removed because they no longer get pushes. */
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

export const webPushEndpoints = [
  getWebDevicesEndpoint,
  addWebDeviceEndpoint,
  removeWebDeviceEndpoint,
  testWebDeviceEndpoint,
];
