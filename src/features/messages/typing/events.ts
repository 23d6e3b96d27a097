import * as v from "valibot";
import { shownTopic } from "../../../protocol/limits.ts";
import { event } from "../../../realm/events/event.ts";
import { type ClientForm, can } from "../../../realm/events/queue-client.ts";

export type Op = "start" | "stop";

const person = v.strictObject({ user_id: v.number(), email: v.string() });

const typingFields = {
  message_type: v.picklist(["direct", "stream"]),
  sender: person,
  recipients: v.optional(v.array(person)),
  stream_id: v.optional(v.number()),
  topic: v.optional(v.string()),
};

/** A user started or stopped typing a message. In channels, sent only to clients with `stream_typing_notifications`. */
const typing = <const Named extends Op>(op: Named) =>
  event({
    type: "typing",
    op,
    fields: typingFields,
    wants: (client, { message_type }) => message_type === "direct" || can(client, "stream_typing_notifications"),
    adapt: ({ topic, ...rest }, client) => ({
      ...rest,
      ...(topic === undefined ? {} : { topic: topicForClient(topic, client) }),
    }),
  });

export const typingEvents = { start: typing("start"), stop: typing("stop") };

const editFields = {
  sender_id: v.number(),
  message_id: v.number(),
  recipient: v.strictObject({
    type: v.picklist(["direct", "channel"]),
    channel_id: v.optional(v.number()),
    topic: v.optional(v.string()),
    user_ids: v.optional(v.array(v.number())),
  }),
};

const typingEdit = <const Named extends Op>(op: Named) =>
  event({
    type: "typing_edit_message",
    op,
    fields: editFields,
    adapt({ recipient: { topic, ...recipient }, ...rest }, client) {
      const where = topic === undefined ? recipient : { ...recipient, topic: topicForClient(topic, client) };
      return { ...rest, recipient: where };
    },
  });

export const typingEditEvents = { start: typingEdit("start"), stop: typingEdit("stop") };

const topicForClient = (topic: string, client: ClientForm) => shownTopic(topic, can(client, "empty_topic_name"));
