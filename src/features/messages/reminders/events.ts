import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { knowsRecurrence, recurrenceFields } from "../scheduled-messages/events.ts";

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
  ...recurrenceFields,
  /** The note within the reminder's text. Missing for older reminders. */
  note: v.optional(v.string()),
});
export type Reminder = v.InferOutput<typeof reminderSchema>;

/** Returns a reminder for clients that only support a single due time. */
export const nextReminderAlone = ({
  recurrence: _,
  time_zone: _zone,
  recurrence_start: _start,
  note: _note,
  ...reminder
}: Reminder): Reminder => reminder;

export const remindersAdded = event({
  type: "reminders",
  op: "add",
  fields: { reminders: v.array(reminderSchema) },
  adapt: ({ reminders }, form) => ({
    reminders: knowsRecurrence(form) ? reminders : reminders.map(nextReminderAlone),
  }),
});

export const reminderRemoved = event({
  type: "reminders",
  op: "remove",
  fields: { reminder_id: v.number() },
});
