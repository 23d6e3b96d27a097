import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, optional, textParameter } from "../../../api/parameter.ts";
import type { BulkReader } from "../../../database/bulk-reader.ts";
import { parseMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessMessage, invalidMessage } from "../core/store/access.ts";
import { fetchContent, findMessageInRealm } from "../core/store/stored-content.ts";
import { knowsRecurrence } from "../scheduled-messages/events.ts";
import {
  appliesTo,
  checkDueAt,
  checkSkip,
  isForNext,
  recurrenceFrom,
  recurrenceParams,
  timesFor,
} from "../scheduled-messages/recurrence.ts";
import { checkDue, deliveryTime, notInFuture } from "../scheduled-messages/scheduled-messages.ts";
import { nextReminderAlone, reminderSchema } from "./events.ts";
import { nameMessage, reminderText } from "./reminder-text.ts";
import {
  accessReminder,
  addReminder,
  changeNextReminder,
  changeReminder,
  type ReminderText,
  remindersOf,
  removeReminder,
  skipReminder,
} from "./reminders.ts";

/** Returns a message that a reminder quotes, with its text if the realm still has it. */
function quotedMessage(realm: Realm, actor: Actor, id: number) {
  const place = accessMessage(realm, actor, id);
  return { named: nameMessage(realm, place), text: findMessageInRealm(realm, place)?.content };
}

type RemindedMessage = ReturnType<typeof quotedMessage> & { readonly id: number; readonly note: string };

async function textOf(bulk: BulkReader, { named, text, id, note }: RemindedMessage): Promise<ReminderText> {
  const original = text ?? (await fetchContent(bulk, id));
  if (original === undefined) throw invalidMessage();
  const content = reminderText(named, note, original);
  checkContent(content);
  return { content, markup: await parseMarkup(content), note };
}

const getRemindersEndpoint = action({
  route: "GET /reminders",
  scope: "read:direct",
  params: { include_recurrence: optional(boolean, false) },
  reply: { reminders: v.array(reminderSchema) },
  run({ realm, actor, params }) {
    const reminders = remindersOf(realm, actor);
    return { reminders: params.include_recurrence ? reminders : reminders.map(nextReminderAlone) };
  },
});

const noteParameter = textParameter(
  v.pipe(v.string(), v.trim(), v.maxCodePoints(lengthLimits.max_reminder_note_length)),
);

const createReminderEndpoint = action({
  route: "POST /reminders",
  scope: "write",
  params: {
    message_id: integer,
    scheduled_delivery_timestamp: deliveryTime,
    note: optional(noteParameter, ""),
    ...recurrenceParams,
  },
  reply: { reminder_id: v.number() },
  plan: ({ realm, actor, params }) => quotedMessage(realm, actor, params.message_id),
  prepare: ({ bulk, params, plan }) => textOf(bulk, { ...plan, id: params.message_id, note: params.note }),
  run({ realm, actor, params, prepared }) {
    const { id: message } = accessMessage(realm, actor, params.message_id);
    checkDue(realm, params.scheduled_delivery_timestamp);
    const due = recurrenceFrom(params, params.scheduled_delivery_timestamp);
    return { reminder_id: addReminder(realm, actor, { text: prepared, message, due }) };
  },
});

const updateReminderEndpoint = action({
  route: "PATCH /reminders/:reminder_id",
  params: {
    reminder_id: integer,
    note: optional(noteParameter),
    scheduled_delivery_timestamp: optional(deliveryTime),
    ...recurrenceParams,
    applies_to: appliesTo,
    /**
     * Due time the caller expects. The request fails if the reminder has another, so that repeating it doesn't change
     * the next occurrence.
     */
    if_due_at: optional(deliveryTime),
  },
  plan({ realm, actor, params }) {
    const { message_id: id } = accessReminder(realm, actor, params.reminder_id);
    return params.note === undefined ? undefined : { ...quotedMessage(realm, actor, id), id, note: params.note };
  },
  prepare: async ({ bulk, plan }) => (plan === undefined ? undefined : textOf(bulk, plan)),
  run({ realm, actor, params, prepared: text }) {
    const row = accessReminder(realm, actor, params.reminder_id);
    checkDueAt(row, params.if_due_at);
    const { scheduled_delivery_timestamp: due } = params;
    const times = timesFor(row, params);
    if (text === undefined && times === undefined) throw badRequest("Nothing to change");
    if (text !== undefined) accessMessage(realm, actor, row.message_id);
    if (due !== undefined) checkDue(realm, due);
    else if (row.failed === 1) throw notInFuture();
    if (isForNext(row, params)) changeNextReminder(realm, actor, row, { text, due });
    else changeReminder(realm, actor, row, { text, due: times });
  },
});

/** Skips the next occurrence of a repeating reminder. */
const skipReminderEndpoint = action({
  route: "POST /reminders/:reminder_id/skip",
  scope: "write",
  params: {
    reminder_id: integer,
    /**
     * Due time the caller expects. The request fails if the reminder has another, so that repeating it doesn't skip
     * another occurrence.
     */
    scheduled_delivery_timestamp: optional(deliveryTime),
  },
  run({ realm, actor, params }) {
    const row = accessReminder(realm, actor, params.reminder_id);
    checkSkip(row, params.scheduled_delivery_timestamp);
    skipReminder(realm, row);
  },
});

const deleteReminderEndpoint = action({
  route: "DELETE /reminders/:reminder_id",
  scope: "write",
  params: { reminder_id: integer },
  run: ({ realm, actor, params }) => removeReminder(realm, accessReminder(realm, actor, params.reminder_id)),
});

export const reminderState = stateSlice({
  types: ["reminders"],
  collect({ realm, actor, client }) {
    const reminders = actor === null ? [] : remindersOf(realm, actor);
    return { reminders: knowsRecurrence(client) ? reminders : reminders.map(nextReminderAlone) };
  },
});

export const reminderEndpoints = [
  getRemindersEndpoint,
  createReminderEndpoint,
  updateReminderEndpoint,
  deleteReminderEndpoint,
  skipReminderEndpoint,
];
