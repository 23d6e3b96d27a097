import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, optional, textParameter } from "../../../api/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessMessage, invalidMessage } from "../core/store/access.ts";
import { fetchContent, findMessageInRealm } from "../core/store/stored-content.ts";
import { knowsRecurrence } from "../scheduled-messages/events.ts";
import { checkSkip, recurrenceFrom, recurrenceParams } from "../scheduled-messages/recurrence.ts";
import { checkDue, deliveryTime } from "../scheduled-messages/scheduled-messages.ts";
import { nextReminderAlone, reminderSchema } from "./events.ts";
import { nameMessage, reminderText } from "./reminder-text.ts";
import { accessReminder, addReminder, remindersOf, removeReminder, skipReminder } from "./reminders.ts";

export const getRemindersEndpoint = action({
  route: "GET /reminders",
  scope: "read:direct",
  params: { include_recurrence: optional(boolean, false) },
  reply: { reminders: v.array(reminderSchema) },
  run({ realm, actor, params }) {
    const reminders = remindersOf(realm, actor);
    return { reminders: params.include_recurrence ? reminders : reminders.map(nextReminderAlone) };
  },
});

export const createReminderEndpoint = action({
  route: "POST /reminders",
  scope: "write",
  params: {
    message_id: integer,
    scheduled_delivery_timestamp: deliveryTime,
    note: optional(
      textParameter(v.pipe(v.string(), v.trim(), v.maxCodePoints(lengthLimits.max_reminder_note_length))),
      "",
    ),
    ...recurrenceParams,
  },
  reply: { reminder_id: v.number() },
  plan({ realm, actor, params }) {
    const place = accessMessage(realm, actor, params.message_id);
    return { named: nameMessage(realm, place), text: findMessageInRealm(realm, place)?.content };
  },
  async prepare({ bulk, params, plan: { named, text } }) {
    const original = text ?? (await fetchContent(bulk, params.message_id));
    if (original === undefined) throw invalidMessage();
    const content = reminderText(named, params.note, original);
    return { content, markup: await parseMarkup(content) };
  },
  run({ realm, actor, params, prepared }) {
    const { id: message } = accessMessage(realm, actor, params.message_id);
    checkDue(realm, params.scheduled_delivery_timestamp);
    const due = recurrenceFrom(params, params.scheduled_delivery_timestamp);
    return { reminder_id: addReminder(realm, actor, { ...prepared, message, due }) };
  },
});

/** Leaves out the next time of a reminder that repeats. */
export const skipReminderEndpoint = action({
  route: "POST /reminders/:reminder_id/skip",
  scope: "write",
  params: {
    reminder_id: integer,
    /** When the one to leave out is due, so that a repeated request leaves out no other. */
    scheduled_delivery_timestamp: optional(deliveryTime),
  },
  reply: {},
  run({ realm, actor, params }) {
    const row = accessReminder(realm, actor, params.reminder_id);
    checkSkip(row, params.scheduled_delivery_timestamp);
    skipReminder(realm, row);
    return {};
  },
});

export const deleteReminderEndpoint = action({
  route: "DELETE /reminders/:reminder_id",
  scope: "write",
  params: { reminder_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    removeReminder(realm, accessReminder(realm, actor, params.reminder_id));
    return {};
  },
});

export const reminderState = stateSlice({
  types: ["reminders"],
  collect({ realm, actor, client }) {
    const reminders = actor === null ? [] : remindersOf(realm, actor);
    return { reminders: knowsRecurrence(client) ? reminders : reminders.map(nextReminderAlone) };
  },
});
