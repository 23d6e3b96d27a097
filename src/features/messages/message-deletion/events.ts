import * as v from "valibot";
import { shownTopic } from "../../../protocol/limits.ts";
import { event } from "../../../realm/events/event.ts";
import { type ClientForm, can } from "../../../realm/events/queue-client.ts";

/** Location of the deleted messages. An event covers one topic, or one direct conversation. */
const where = {
  message_type: v.picklist(["stream", "private"]),
  stream_id: v.optional(v.number()),
  topic: v.optional(v.string()),
};

const adapt = <Payload extends { readonly topic?: string | undefined }>(payload: Payload, client: ClientForm) =>
  payload.topic === undefined
    ? payload
    : { ...payload, topic: shownTopic(payload.topic, can(client, "empty_topic_name")) };

export const messagesDeleted = event({
  type: "delete_message",
  form: "bulk",
  fields: { message_ids: v.array(v.number()), ...where },
  wants: (client) => can(client, "bulk_message_deletion"),
  adapt,
});

/** For clients without the capability bulk_message_deletion (register-and-events.md 3). */
export const messageDeleted = event({
  type: "delete_message",
  form: "single",
  fields: { message_id: v.number(), ...where },
  wants: (client) => !can(client, "bulk_message_deletion"),
  adapt,
});
