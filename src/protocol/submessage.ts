import * as v from "valibot";

/** A submessage of a message, such as a vote in a poll. */
export const submessageSchema = v.strictObject({
  id: v.number(),
  message_id: v.number(),
  sender_id: v.number(),
  msg_type: v.string(),
  content: v.string(),
});
