import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer } from "../../../api/parameter.ts";
import { continuePaused, endPaused, pausedMessageSchema, pausedMessages } from "./paused.ts";

/** Lists the repeating messages of deactivated users. */
export const getPausedMessagesEndpoint = action({
  route: "GET /scheduled_messages/paused",
  by: "administrator",
  params: {},
  reply: { paused_messages: v.array(pausedMessageSchema) },
  run: ({ realm, actor }) => ({ paused_messages: pausedMessages(realm, actor) }),
});

/** Has a bot send a paused message from now on. It then belongs to the administrator. */
export const continuePausedMessageEndpoint = action({
  route: "POST /scheduled_messages/paused/:scheduled_message_id",
  by: "administrator",
  params: { scheduled_message_id: integer, bot_id: integer },
  run: ({ realm, actor, params: { scheduled_message_id, bot_id }, request: { client } }) =>
    continuePaused(realm, actor, scheduled_message_id, { bot_id, client }),
});

export const endPausedMessageEndpoint = action({
  route: "DELETE /scheduled_messages/paused/:scheduled_message_id",
  by: "administrator",
  params: { scheduled_message_id: integer },
  run: ({ realm, params }) => endPaused(realm, params.scheduled_message_id),
});
