import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer, text, textParameter } from "../../../../api/parameter.ts";
import { addClientDevice, removeClientDevice } from "./client-devices.ts";
import { addToken, removeToken } from "./tokens.ts";

/** Assigns an id to the app of this login, used to register for pushes. */
export const addClientDeviceEndpoint = action({
  route: "POST /register_client_device",
  by: "human",
  reply: { device_id: v.number() },
  run: ({ realm, actor }) => ({ device_id: addClientDevice(realm, actor.user_id, actor.key_id ?? null) }),
});

/** Stops pushes to an app that is about to log out. */
export const removeClientDeviceEndpoint = action({
  route: "POST /remove_client_device",
  by: "human",
  params: { device_id: integer },
  run: ({ realm, actor, params: { device_id } }) => removeClientDevice(realm, actor.user_id, device_id),
});

const APNS = "/users/me/apns_device_token";
const FCM = "/users/me/android_gcm_reg_id";

export const addApnsTokenEndpoint = action({
  route: `POST ${APNS}`,
  by: "human",
  params: { token: text("token"), appid: textParameter(v.pipe(v.string(), v.maxCodePoints(255))) },
  run({ realm, actor, params: { token, appid } }) {
    addToken(realm, actor.user_id, { kind: "apns", token, app_id: appid, key_id: actor.key_id ?? null });
  },
});

export const removeApnsTokenEndpoint = action({
  route: `DELETE ${APNS}`,
  by: "human",
  params: { token: text("token") },
  run: ({ realm, actor, params: { token } }) => removeToken(realm, actor.user_id, { kind: "apns", token }),
});

export const addFcmTokenEndpoint = action({
  route: `POST ${FCM}`,
  by: "human",
  params: { token: text("token") },
  run({ realm, actor, params: { token } }) {
    addToken(realm, actor.user_id, { kind: "fcm", token, app_id: null, key_id: actor.key_id ?? null });
  },
});

export const removeFcmTokenEndpoint = action({
  route: `DELETE ${FCM}`,
  by: "human",
  params: { token: text("token") },
  run: ({ realm, actor, params: { token } }) => removeToken(realm, actor.user_id, { kind: "fcm", token }),
});
