import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { scheduledMessageSchema } from "./events.ts";
import { scheduledMessagesOf } from "./scheduled-messages.ts";

export const getScheduledMessagesEndpoint = action({
  route: "GET /scheduled_messages",
  scope: "read:direct",
  params: {},
  reply: { scheduled_messages: v.array(scheduledMessageSchema) },
  run: ({ realm, actor }) => ({ scheduled_messages: scheduledMessagesOf(realm, actor) }),
});
