import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { text, textParameter } from "../../../../api/parameter.ts";
import { addToken, removeToken } from "./tokens.ts";

const APNS = "/users/me/apns_device_token";
const FCM = "/users/me/android_gcm_reg_id";

export const addApnsTokenEndpoint = action({
  route: `POST ${APNS}`,
  by: "human",
  params: { token: text("token"), appid: textParameter(v.pipe(v.string(), v.maxCodePoints(255))) },
  reply: {},
  run({ realm, actor, params: { token, appid } }) {
    addToken(realm, actor.user_id, { kind: "apns", token, app_id: appid, key_id: actor.key_id ?? null });
    return {};
  },
});

export const removeApnsTokenEndpoint = action({
  route: `DELETE ${APNS}`,
  by: "human",
  params: { token: text("token") },
  reply: {},
  run({ realm, actor, params: { token } }) {
    removeToken(realm, actor.user_id, { kind: "apns", token });
    return {};
  },
});

export const addFcmTokenEndpoint = action({
  route: `POST ${FCM}`,
  by: "human",
  params: { token: text("token") },
  reply: {},
  run({ realm, actor, params: { token } }) {
    addToken(realm, actor.user_id, { kind: "fcm", token, app_id: null, key_id: actor.key_id ?? null });
    return {};
  },
});

export const removeFcmTokenEndpoint = action({
  route: `DELETE ${FCM}`,
  by: "human",
  params: { token: text("token") },
  reply: {},
  run({ realm, actor, params: { token } }) {
    removeToken(realm, actor.user_id, { kind: "fcm", token });
    return {};
  },
});
