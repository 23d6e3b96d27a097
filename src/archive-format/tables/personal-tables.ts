import * as v from "valibot";
import { limits } from "../../protocol/limit-table.ts";
import { lengthLimits } from "../../protocol/limits.ts";
import { recurrenceSchema, recurrenceZoneSchema } from "../../protocol/recurrence-schema.ts";
import { assistant, id, ids, seconds, text } from "./values.ts";

const topic = text(lengthLimits.max_topic_length);
const name = text(limits.text.name);

/** A recurrence rule (RFC 5545), its time zone, and its first occurrence. */
const repeats = v.object({ recurrence: recurrenceSchema, time_zone: recurrenceZoneSchema, start: seconds });
export type ArchivedRecurrence = v.InferOutput<typeof repeats>;

const due = {
  user_id: id,
  content: text(lengthLimits.max_message_length),
  deliver_at: seconds,
  failed: v.optional(v.boolean(), false),
  repeats: v.optional(repeats),
};
const sending = {
  ...due,
  client: v.optional(name, "import"),
  assistant,
  read_by_sender: v.optional(v.boolean(), true),
};

/** Archives contain the tables in this order, and exports read them in the same order. */
export const personalTables = {
  muted_users: v.object({ user_id: id, muted_user_id: id, timestamp: seconds }),
  alert_words: v.object({ user_id: id, word: text(100) }),
  drafts: v.object({
    user_id: id,
    type: v.picklist(["", "stream", "private"]),
    to: ids,
    topic: text(limits.text.topic),
    content: text(limits.text.content),
    timestamp: seconds,
  }),
  saved_snippets: v.object({
    user_id: id,
    title: name,
    content: text(limits.text.content),
    date_created: seconds,
  }),
  /** Sent to a channel topic, or to users in the order in which the sender named them. */
  scheduled_messages: v.union([
    v.object({
      ...sending,
      channel_id: id,
      topic,
      /** The bot that appears as the sender. */
      bot_id: v.optional(id),
    }),
    v.object({ ...sending, to: v.pipe(ids, v.minLength(1)) }),
  ]),
  reminders: v.object({
    ...due,
    message_id: id,
    /** The note within the reminder's content. */
    note: v.optional(text(lengthLimits.max_reminder_note_length)),
  }),
  navigation_views: v.object({
    user_id: id,
    fragment: name,
    is_pinned: v.boolean(),
    /** Null for views built into every client. */
    name: v.optional(v.nullable(name), null),
  }),
  onboarding_steps: v.object({ user_id: id, name }),
  bot_storage: v.object({
    user_id: id,
    key: text(limits.text.stored_value),
    value: text(limits.text.stored_value),
  }),
};
