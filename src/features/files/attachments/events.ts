import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { attachmentSchema } from "./attachment-object.ts";

const attachmentEvent = <const Shown extends v.GenericSchema>(op: string, attachment: Shown) =>
  event({ type: "attachment", op, fields: { attachment, upload_space_used: v.number() } });

export const attachmentAdded = attachmentEvent("add", attachmentSchema);
export const attachmentUpdated = attachmentEvent("update", attachmentSchema);
export const attachmentRemoved = attachmentEvent("remove", v.strictObject({ id: v.number() }));
