import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { deviceNotRecognized } from "../failures.ts";
import { removeWebDevice } from "./web-devices.ts";

/** Stops pushes to one of the caller's browsers. Not part of Zulip's API. */
export const removeWebDeviceEndpoint = action({
  route: "DELETE /users/me/web_push_devices/:device_id",
  by: "human",
  params: { device_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    if (!removeWebDevice(realm, actor.user_id, params.device_id)) throw deviceNotRecognized();
    return {};
  },
});
