import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer } from "../../../../api/parameter.ts";
import { addClientDevice, removeClientDevice } from "./client-devices.ts";

/** Gives the app of this login an id, used to register for pushes. */
export const addClientDeviceEndpoint = action({
  route: "POST /register_client_device",
  by: "human",
  params: {},
  reply: { device_id: v.number() },
  run: ({ realm, actor }) => ({ device_id: addClientDevice(realm, actor.user_id, actor.key_id ?? null) }),
});

/** Stops pushes to an app that is about to log out. */
export const removeClientDeviceEndpoint = action({
  route: "POST /remove_client_device",
  by: "human",
  params: { device_id: integer },
  reply: {},
  run({ realm, actor, params: { device_id } }) {
    removeClientDevice(realm, actor.user_id, device_id);
    return {};
  },
});
