import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { keepVapidKeys, newVapidKeys, vapidKeys } from "./vapid.ts";
import { webDevicesOf } from "./web-devices.ts";

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
export const getWebDevicesEndpoint = action({
  route: "GET /users/me/web_push_devices",
  by: "human",
  params: {},
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
