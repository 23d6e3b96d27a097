import * as v from "valibot";
import { shownTopic } from "../../../protocol/limits.ts";
import { flagNames } from "../../../protocol/message-flags.ts";
import { event } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";

export const propagateModes = ["change_one", "change_later", "change_all"] as const;
export type PropagateMode = (typeof propagateModes)[number];

/** Event fields for an edited message text (register-and-events.md 5.2). */
export interface ContentChange {
  readonly orig_content: string;
  readonly orig_rendered_content: string;
  readonly content: string;
  readonly rendered_content: string;
  readonly is_me_message: boolean;
}

const flagList = v.array(v.picklist(flagNames));

const updateFields = {
  user_id: v.nullable(v.number()),
  rendering_only: v.boolean(),
  message_id: v.number(),
  message_ids: v.array(v.number()),
  edit_timestamp: v.number(),
  /** The receiving user's own flags of the message. */
  flags: v.optional(flagList),
  orig_content: v.optional(v.string()),
  orig_rendered_content: v.optional(v.string()),
  content: v.optional(v.string()),
  rendered_content: v.optional(v.string()),
  is_me_message: v.optional(v.boolean()),
  /** Previous channel of the messages. */
  stream_id: v.optional(v.number()),
  stream_name: v.optional(v.string()),
  new_stream_id: v.optional(v.number()),
  orig_subject: v.optional(v.string()),
  subject: v.optional(v.string()),
  topic_links: v.optional(v.array(v.strictObject({ text: v.string(), url: v.string() }))),
  propagate_mode: v.optional(v.picklist(propagateModes)),
};

export const messageUpdated = event({
  type: "update_message",
  fields: updateFields,
  wire: { ...updateFields, flags: flagList },
  adapt({ flags = [], subject, orig_subject, ...rest }, client) {
    const shown = (topic: string) => shownTopic(topic, can(client, "empty_topic_name"));
    return {
      ...rest,
      flags,
      ...(orig_subject === undefined ? {} : { orig_subject: shown(orig_subject) }),
      ...(subject === undefined ? {} : { subject: shown(subject) }),
    };
  },
});
