import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** The new status of a device's registration (register-and-events.md 5.5). */
export const pushDeviceChanged = event({
  type: "push_device",
  fields: {
    push_account_id: v.string(),
    status: v.picklist(["active", "pending", "failed"]),
    error_code: v.optional(v.nullable(v.string())),
  },
});
