import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessReminder, removeReminder } from "./reminders.ts";

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
