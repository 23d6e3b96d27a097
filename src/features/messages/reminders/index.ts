import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { accountErasedHook } from "../../organization/accounts/hooks.ts";
import { messagesRemovedHook } from "../core/hooks.ts";
import { reminderEndpoints, reminderState } from "./endpoints.ts";
import { reminderRemoved, remindersAdded } from "./events.ts";
import { reminderArchive, removeAllReminders, removeRemindersOf, schema, sendReminder, TIMER } from "./reminders.ts";

export const reminders = feature({
  name: "reminders",
  schema,
  archive: reminderArchive,
  endpoints: reminderEndpoints,
  events: [remindersAdded, reminderRemoved],
  state: [reminderState],
  timers: { [TIMER]: ({ realm }, name) => sendReminder(realm, Number(name.slice(TIMER.length + 1))) },
  handlers: [
    on(messagesRemovedHook, removeRemindersOf),
    on(accountErasedHook, (realm, { id }) => removeAllReminders(realm, id)),
  ],
});
