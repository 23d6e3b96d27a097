import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { type ClientForm, can } from "../../../realm/events/queue-client.ts";

/** How something repeats. Only sent to clients that request these fields; others only see the next occurrence. */
export const recurrenceFields = {
  recurrence: v.optional(v.string()),
  time_zone: v.optional(v.string()),
  recurrence_start: v.optional(v.number()),
};
export const knowsRecurrence = (client: Pick<ClientForm, "capabilities">): boolean => can(client, "recurring_messages");

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
  ...recurrenceFields,
  /** Whether the last occurrence of a repeating message couldn't be sent. */
  last_failed: v.optional(v.boolean()),
  /** The bot that sends the message in its owner's place. */
  bot_id: v.optional(v.number()),
});
export type ScheduledMessage = v.InferOutput<typeof scheduledMessageSchema>;

/** A paused message as administrators see it. Omits what they can't read. */
export const pausedMessageSchema = v.strictObject({
  scheduled_message_id: v.number(),
  user_id: v.number(),
  type: v.picklist(["stream", "private"]),
  /** Omitted for direct messages, and for channels that the administrator can't see. */
  to: v.optional(v.number()),
  topic: v.optional(v.string()),
  content: v.optional(v.string()),
  rendered_content: v.optional(v.string()),
  scheduled_delivery_timestamp: v.number(),
  ...recurrenceFields,
});

/** Returns a repeating message for clients that only support a single due time. */
export const nextAlone = ({
  recurrence: _,
  time_zone: _zone,
  recurrence_start: _start,
  last_failed: _failed,
  bot_id: _bot,
  ...message
}: ScheduledMessage): ScheduledMessage => message;

export const scheduledMessagesAdded = event({
  type: "scheduled_messages",
  op: "add",
  fields: { scheduled_messages: v.array(scheduledMessageSchema) },
  adapt: ({ scheduled_messages }, form) => ({
    scheduled_messages: knowsRecurrence(form) ? scheduled_messages : scheduled_messages.map(nextAlone),
  }),
});

export const scheduledMessageUpdated = event({
  type: "scheduled_messages",
  op: "update",
  fields: { scheduled_message: scheduledMessageSchema },
  adapt: ({ scheduled_message }, form) => ({
    scheduled_message: knowsRecurrence(form) ? scheduled_message : nextAlone(scheduled_message),
  }),
});

export const scheduledMessageRemoved = event({
  type: "scheduled_messages",
  op: "remove",
  fields: { scheduled_message_id: v.number() },
});
