import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";
import { shownTo } from "../../channels/topic-visibility/events.ts";

/** A pin has exactly one of `topic_name`, `message_id` and `url`. */
export const pinSchema = v.strictObject({
  pin_id: v.number(),
  /** Sort key. Fractional if the pin was moved between two others. */
  position: v.number(),
  topic_name: v.optional(v.string()),
  message_id: v.optional(v.number()),
  url: v.optional(v.string()),
  title: v.optional(v.string()),
  pinned_by: v.nullable(v.number()),
  date_pinned: v.number(),
});
export type PinObject = v.InferOutput<typeof pinSchema>;

export const pageSchema = v.strictObject({
  version: v.number(),
  content: v.string(),
  rendered_content: v.string(),
  edited_by: v.nullable(v.number()),
  date_edited: v.number(),
});
export type PageObject = v.InferOutput<typeof pageSchema>;

const type = "channel_board";
/**
 * Whether a client supports boards: it has the capability or requests the event type by name. Zulip's clients do
 * neither.
 */
export const knowsBoards = (client: Pick<QueueClient, "capabilities" | "event_types">): boolean =>
  can(client, "channel_boards") || client.event_types?.includes(type) === true;

const pinFields = { stream_id: v.number(), pin: pinSchema };
type PinPayload = v.InferOutput<v.ObjectSchema<typeof pinFields, undefined>>;
const adapt = ({ stream_id, pin }: PinPayload, client: Parameters<typeof shownTo>[0]) => ({
  stream_id,
  pin: pin.topic_name === undefined ? pin : { ...pin, topic_name: shownTo(client, pin.topic_name) },
});

export const pinAdded = event({ type, op: "pin_added", fields: pinFields, wants: knowsBoards, adapt });

export const pinChanged = event({ type, op: "pin_changed", fields: pinFields, wants: knowsBoards, adapt });

export const pinRemoved = event({
  type,
  op: "pin_removed",
  fields: { stream_id: v.number(), pin_id: v.number() },
  wants: knowsBoards,
});

export const pageChanged = event({
  type,
  op: "page_changed",
  fields: { stream_id: v.number(), page: pageSchema },
  wants: knowsBoards,
});
