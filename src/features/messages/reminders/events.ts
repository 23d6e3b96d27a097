import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** A reminder as its owner's clients see it (messages.md 13). */
export const reminderSchema = v.strictObject({
  reminder_id: v.number(),
  type: v.literal("private"),
  to: v.array(v.number()),
  content: v.string(),
  rendered_content: v.string(),
  scheduled_delivery_timestamp: v.number(),
  failed: v.boolean(),
  reminder_target_message_id: v.number(),
});
export type Reminder = v.InferOutput<typeof reminderSchema>;

export const remindersAdded = event({
  type: "reminders",
  op: "add",
  fields: { reminders: v.array(reminderSchema) },
});

export const reminderRemoved = event({
  type: "reminders",
  op: "remove",
  fields: { reminder_id: v.number() },
});
