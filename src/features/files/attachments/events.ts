import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** An uploaded file as its owner's clients see it (seed 2.4). Times are in milliseconds. */
export const attachmentSchema = v.strictObject({
  id: v.number(),
  name: v.string(),
  path_id: v.string(),
  size: v.number(),
  create_time: v.number(),
  messages: v.array(v.strictObject({ id: v.number(), date_sent: v.number() })),
});

export type AttachmentObject = v.InferOutput<typeof attachmentSchema>;

const attachmentEvent = <const Op extends string, const Shown extends v.GenericSchema>(op: Op, attachment: Shown) =>
  event({ type: "attachment", op, fields: { attachment, upload_space_used: v.number() } });

export const attachmentAdded = attachmentEvent("add", attachmentSchema);
export const attachmentUpdated = attachmentEvent("update", attachmentSchema);
export const attachmentRemoved = attachmentEvent("remove", v.strictObject({ id: v.number() }));
