import * as v from "valibot";
import { event } from "../../../../realm/events/event.ts";

/** The rest of a submessage is as messages carry it; its id is called otherwise, for an event has its own. */
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
