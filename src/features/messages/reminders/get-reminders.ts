import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { reminderSchema } from "./events.ts";
import { remindersOf } from "./reminders.ts";

export const getRemindersEndpoint = action({
  route: "GET /reminders",
  scope: "read:direct",
  params: {},
  reply: { reminders: v.array(reminderSchema) },
  run: ({ realm, actor }) => ({ reminders: remindersOf(realm, actor) }),
});
