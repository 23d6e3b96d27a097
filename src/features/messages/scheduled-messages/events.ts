import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** A scheduled message as its sender's clients see it (messages.md 12). */
export const scheduledMessageSchema = v.strictObject({
  scheduled_message_id: v.number(),
  type: v.picklist(["stream", "private"]),
  to: v.union([v.number(), v.array(v.number())]),
  topic: v.optional(v.string()),
  content: v.string(),
  rendered_content: v.string(),
  scheduled_delivery_timestamp: v.number(),
  failed: v.boolean(),
});
export type ScheduledMessage = v.InferOutput<typeof scheduledMessageSchema>;

export const scheduledMessagesAdded = event({
  type: "scheduled_messages",
  op: "add",
  fields: { scheduled_messages: v.array(scheduledMessageSchema) },
});

export const scheduledMessageUpdated = event({
  type: "scheduled_messages",
  op: "update",
  fields: { scheduled_message: scheduledMessageSchema },
});

export const scheduledMessageRemoved = event({
  type: "scheduled_messages",
  op: "remove",
  fields: { scheduled_message_id: v.number() },
});
