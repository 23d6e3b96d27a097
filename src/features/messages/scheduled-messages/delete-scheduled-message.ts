import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { accessScheduledMessage, removeScheduledMessage } from "./scheduled-messages.ts";

export const deleteScheduledMessageEndpoint = action({
  route: "DELETE /scheduled_messages/:scheduled_message_id",
  scope: "write",
  params: { scheduled_message_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    removeScheduledMessage(realm, accessScheduledMessage(realm, actor, params.scheduled_message_id));
    return {};
  },
});
