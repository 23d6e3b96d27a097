import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { text, textParameter } from "../../../../api/parameter.ts";
import { browserName } from "../../../../util/browser-name.ts";
import { notConfigured } from "../failures.ts";
import { existingVapidKeys } from "./vapid.ts";
import { addWebDevice } from "./web-devices.ts";

const key = textParameter(v.pipe(v.string(), v.maxCodePoints(100)));

/** Starts sending pushes to the browser of the caller's login. Not part of Zulip's API. */
export const addWebDeviceEndpoint = action({
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
