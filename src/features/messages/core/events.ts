import * as v from "valibot";
import { isMirror } from "../../../protocol/client-name.ts";
import { shownTopic } from "../../../protocol/limits.ts";
import { flagNames } from "../../../protocol/message-flags.ts";
import { event } from "../../../realm/events/event.ts";
import { type ClientForm, can } from "../../../realm/events/queue-client.ts";
import { matchesEvent } from "./narrow/matches-event.ts";
import { contentFields, messageFields, participantSchema, sharedFields, subjectOf } from "./store/message-object.ts";

const { edit_history, last_edit_timestamp, last_moved_timestamp, ...neverEdited } = messageFields;
const flagList = v.array(v.picklist(flagNames));

const sentMessageSchema = v.variant("type", [
  v.strictObject({
    ...neverEdited,
    type: v.literal("stream"),
    stream_id: v.number(),
    display_recipient: v.string(),
  }),
  v.strictObject({
    ...neverEdited,
    type: v.literal("private"),
    display_recipient: v.array(participantSchema),
    stream_id: v.optional(v.undefined()),
  }),
]);

export const messageSent = event({
  type: "message",
  fields: {
    message: v.strictObject({
      ...sharedFields,
      content: v.string(),
      html: v.string(),
      avatar_url: v.string(),
      /** Whether clients can compute the avatar URL from the sender's email address. */
      avatar_is_computable: v.boolean(),
    }),
    /** Placeholder for the sender, for guests who can't see them. */
    stranger: v.strictObject({ sender_email: v.string(), sender_full_name: v.string(), avatar_url: v.string() }),
    // The remaining fields differ between recipients.
    flags: v.optional(flagList),
    sees_email: v.optional(v.boolean()),
    knows_sender: v.optional(v.boolean()),
    /** Whether the recipient joined through an outside link, and so must not see the sender's address. */
    hides_address: v.optional(v.boolean()),
    /** Whether the recipient can see which grant an assistant used to send the message. */
    sees_grant: v.optional(v.boolean()),
    local_message_id: v.optional(v.string()),
  },
  wire: {
    message: sentMessageSchema,
    flags: flagList,
    local_message_id: v.optional(v.string()),
  },
  wants(client, { message, flags = [] }) {
    if (client.name === message.client && isMirror(client.name)) return false;
    return client.narrow.length === 0 || matchesEvent(client.narrow, { message, flags });
  },
  adapt({ message, stranger, flags = [], local_message_id, ...sees }, client) {
    const { sees_email = false, knows_sender = true, sees_grant = false, hides_address = false } = sees;
    const { content, html, avatar_url, avatar_is_computable, subject, assistant, ...shared } = message;
    const computed = client.client_gravatar && avatar_is_computable && sees_email;
    return {
      message: {
        ...shared,
        ...(assistant && { assistant: sees_grant ? assistant : { name: assistant.name } }),
        ...(knows_sender ? { avatar_url: computed ? null : avatar_url } : stranger),
        ...(hides_address && {
          sender_email: stranger.sender_email,
          ...(avatar_is_computable && { avatar_url: stranger.avatar_url }),
        }),
        subject: subjectOf(subject, shared.type === "private", can(client, "empty_topic_name")),
        ...contentFields({ content, html }, client),
      },
      flags,
      ...(local_message_id === undefined ? {} : { local_message_id }),
    };
  },
});

const messageIds = v.array(v.number());
const both = <const Op extends string>(op: Op) => ({ operation: v.literal(op) });

export const flagsAdded = event({
  type: "update_message_flags",
  op: "add",
  fields: { flag: v.picklist(flagNames), messages: messageIds, all: v.boolean() },
  wire: { ...both("add"), flag: v.picklist(flagNames), messages: messageIds, all: v.boolean() },
  adapt: (payload) => ({ operation: "add", ...payload }),
});

const detailsSchema = v.record(
  v.string(),
  v.strictObject({
    type: v.picklist(["stream", "private"]),
    user_ids: v.optional(messageIds),
    stream_id: v.optional(v.number()),
    topic: v.optional(v.string()),
    unmuted_stream_msg: v.optional(v.boolean()),
    mentioned: v.optional(v.literal(true)),
  }),
);
export type MessageDetails = v.InferOutput<typeof detailsSchema>;

const removed = {
  flag: v.picklist(flagNames),
  messages: messageIds,
  all: v.boolean(),
  message_details: v.optional(detailsSchema),
};

export const flagsRemoved = event({
  type: "update_message_flags",
  op: "remove",
  fields: removed,
  wire: { ...both("remove"), ...removed },
  adapt({ message_details, ...payload }, client) {
    const details = message_details && { message_details: shownDetails(message_details, client) };
    return { operation: "remove", ...payload, ...details };
  },
});

function shownDetails(details: MessageDetails, client: ClientForm): MessageDetails {
  const allowsEmpty = can(client, "empty_topic_name");
  return Object.fromEntries(
    Object.entries(details).map(([id, one]) => [
      id,
      one.topic === undefined ? one : { ...one, topic: shownTopic(one.topic, allowsEmpty) },
    ]),
  );
}
