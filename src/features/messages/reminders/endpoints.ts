import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, optional, textParameter } from "../../../api/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { listSlice } from "../../../realm/state-slice.ts";
import { accessMessage, invalidMessage } from "../core/store/access.ts";
import { fetchContent, findMessageInRealm } from "../core/store/stored-content.ts";
import { checkDue, deliveryTime } from "../scheduled-messages/scheduled-messages.ts";
import { reminderSchema } from "./events.ts";
import { nameMessage, reminderText } from "./reminder-text.ts";
import { accessReminder, addReminder, remindersOf, removeReminder } from "./reminders.ts";

export const getRemindersEndpoint = action({
  route: "GET /reminders",
  scope: "read:direct",
  params: {},
  reply: { reminders: v.array(reminderSchema) },
  run: ({ realm, actor }) => ({ reminders: remindersOf(realm, actor) }),
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
    const due = params.scheduled_delivery_timestamp;
    checkDue(realm, due);
    return { reminder_id: addReminder(realm, actor, { ...prepared, message, due }) };
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

export const reminderState = listSlice("reminders", remindersOf);
