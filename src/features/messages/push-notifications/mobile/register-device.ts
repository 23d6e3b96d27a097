import * as v from "valibot";
import { action } from "../../../../api/endpoint.ts";
import { integer, oneOf, optional, textParameter } from "../../../../api/parameter.ts";
import { missingArgument } from "../../../../protocol/errors.ts";
import { notConfigured } from "../failures.ts";
import { registerClientDevice } from "./client-devices.ts";
import { registerDevice } from "./devices.ts";
import { keyFieldsOf, tokenFieldsOf } from "./registration-fields.ts";

const filled = (most: number) => optional(textParameter(v.pipe(v.string(), v.minLength(1), v.maxCodePoints(most))));
const text = optional(textParameter(v.pipe(v.string(), v.maxCodePoints(255))));

/**
 * Registers a device for encrypted pushes. With `device_id`, it uses the form of feature level 468, otherwise that of
 * level 406, whose parameters are then all required (seed 4.17).
 */
export const registerDeviceEndpoint = action({
  route: "POST /mobile_push/register",
  by: "human",
  params: {
    token_kind: optional(oneOf("fcm", "apns")),
    push_account_id: optional(integer),
    push_public_key: filled(255),
    bouncer_public_key: filled(255),
    encrypted_push_registration: filled(10_000),
    device_id: optional(integer),
    push_key_id: optional(integer),
    push_key: text,
    token_id: text,
  },
  reply: { ignored_parameters_unsupported: v.optional(v.array(v.string())) },
  run({ realm, actor, params }) {
    if (realm.config.pushService === null) throw notConfigured();
    const { device_id } = params;
    if (device_id === undefined) {
      registerDevice(realm, actor.user_id, allOf(params), actor.key_id ?? null);
      return {};
    }
    const registration = { device_id, key: keyFieldsOf(params), token: tokenFieldsOf(params) };
    registerClientDevice(realm, actor.user_id, registration);
    const ignored = ofEarlierForm.filter((name) => params[name] !== undefined);
    return ignored.length > 0 ? { ignored_parameters_unsupported: ignored } : {};
  },
});

/** Parameters used only at feature level 406. */
const ofEarlierForm = ["push_account_id", "push_public_key"] as const;

type Optional<T> = { readonly [Name in keyof T]: T[Name] | undefined };
type NewDevice = Parameters<typeof registerDevice>[2];

/** Returns the parameters required at feature level 406. Throws for the first missing one, in this order. */
function allOf(params: Optional<NewDevice>): NewDevice {
  const present = <Name extends keyof NewDevice>(name: Name): NewDevice[Name] => {
    const value = params[name];
    if (value === undefined) throw missingArgument(name);
    return value;
  };
  return {
    token_kind: present("token_kind"),
    push_account_id: present("push_account_id"),
    push_public_key: present("push_public_key"),
    bouncer_public_key: present("bouncer_public_key"),
    encrypted_push_registration: present("encrypted_push_registration"),
  };
}
