import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** A submessage as messages contain it, except that its id is called `submessage_id`, because `id` is the event's. */
export const submessageAdded = event({
  type: "submessage",
  fields: {
    msg_type: v.string(),
    content: v.string(),
    message_id: v.number(),
    sender_id: v.number(),
    submessage_id: v.number(),
  },
});
