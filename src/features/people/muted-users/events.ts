import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const mutedUsersChanged = event({
  type: "muted_users",
  fields: { muted_users: v.array(v.strictObject({ id: v.number(), timestamp: v.number() })) },
});
