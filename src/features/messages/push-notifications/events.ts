import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** New status of a device's registration (register-and-events.md 5.5). */
export const pushDeviceChanged = event({
  type: "push_device",
  fields: {
    push_account_id: v.number(),
    status: v.picklist(["active", "pending", "failed"]),
    error_code: v.optional(v.nullable(v.string())),
  },
});

/** A device added by a login. It gets pushes once its key and token are registered. */
export const deviceAdded = event({ type: "device", op: "add", fields: { device_id: v.number() } });

/** A change to a device. Missing fields are unchanged. */
export const deviceUpdated = event({
  type: "device",
  op: "update",
  fields: {
    device_id: v.number(),
    push_key_id: v.optional(v.number()),
    push_token_id: v.optional(v.nullable(v.string())),
    pending_push_token_id: v.optional(v.nullable(v.string())),
    push_token_last_updated_timestamp: v.optional(v.number()),
    push_registration_error_code: v.optional(v.nullable(v.string())),
  },
});

export const deviceRemoved = event({ type: "device", op: "remove", fields: { device_id: v.number() } });
