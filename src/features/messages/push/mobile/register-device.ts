import * as v from "valibot";
import { action } from "../../../../endpoints/endpoint.ts";
import { integer, oneOf, textOf } from "../../../../endpoints/parameter.ts";
import { notConfigured } from "../failures.ts";
import { registerDevice } from "./devices.ts";

const filled = (most: number) => textOf(v.pipe(v.string(), v.minLength(1), v.maxCodePoints(most)));

export const registerDeviceEndpoint = action({
  route: "POST /mobile_push/register",
  by: "human",
  params: {
    token_kind: oneOf("fcm", "apns"),
    push_account_id: integer,
    push_public_key: filled(255),
    bouncer_public_key: filled(255),
    encrypted_push_registration: filled(10_000),
  },
  reply: {},
  run({ realm, actor, params }) {
    if (realm.config.pushService === null) throw notConfigured();
    registerDevice(realm, actor.user_id, params, actor.key_id ?? null);
    return {};
  },
});
