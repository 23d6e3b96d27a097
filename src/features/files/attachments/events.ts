import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

const file = { id: v.number(), name: v.string(), path_id: v.string(), size: v.number(), create_time: v.number() };
const messages = v.array(v.strictObject({ id: v.number(), date_sent: v.number() }));
const fullForm = v.strictObject({ ...file, messages });

/** An uploaded file with every field that any client sees. Times are in milliseconds. */
export type AttachmentObject = v.InferOutput<typeof fullForm>;

/** An uploaded file as its owner's clients see it (seed 2.4). */
export const attachmentSchema = v.strictObject({
  ...file,
  messages: v.optional(messages),
  message_ids: v.array(v.number()),
});

/**
 * Formats an uploaded file for a client. The form that the feature level prescribes has times in seconds, and only
 * message ids (conventions.md 9).
 */
export function shownAttachment({ messages, ...shown }: AttachmentObject, inLevelForm: boolean) {
  const message_ids = messages.map(({ id }) => id);
  return inLevelForm
    ? { ...shown, create_time: Math.floor(shown.create_time / 1000), message_ids }
    : { ...shown, messages, message_ids };
}

const upload_space_used = v.number();

const attachmentEvent = <const Op extends string>(op: Op) =>
  event({
    ...{ type: "attachment", op },
    fields: { attachment: fullForm, upload_space_used },
    wire: { attachment: attachmentSchema, upload_space_used },
    adapt: ({ attachment, ...rest }, { reads_level_form }) => ({
      attachment: shownAttachment(attachment, reads_level_form),
      ...rest,
    }),
  });

export const attachmentAdded = attachmentEvent("add");
export const attachmentUpdated = attachmentEvent("update");
export const attachmentRemoved = event({
  type: "attachment",
  op: "remove",
  fields: { attachment: v.strictObject({ id: v.number() }), upload_space_used },
});
