import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { reminderSchema } from "./events.ts";
import { remindersOf } from "./reminders.ts";

export const getRemindersEndpoint = action({
  route: "GET /reminders",
  params: {},
  reply: { reminders: v.array(reminderSchema) },
  run: ({ realm, actor }) => ({ reminders: remindersOf(realm, actor.user_id) }),
});
