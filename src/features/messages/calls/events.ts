import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";

const conversation = {
  type: v.picklist(["stream", "direct"]),
  stream_id: v.nullable(v.number()),
  topic: v.nullable(v.string()),
  /** All people of a direct conversation; empty in a channel. */
  user_ids: v.array(v.number()),
};

/** A call as those see it who may read its message. */
export const callSchema = v.strictObject({
  call_id: v.string(),
  message_id: v.number(),
  ...conversation,
  starter_id: v.number(),
  video: v.boolean(),
  started_at: v.number(),
  locked: v.boolean(),
  /** Whether it is encrypted beyond the media server: only clients that can do so may join. */
  encrypted: v.boolean(),
  /** The users who are in, each once. */
  member_ids: v.array(v.number()),
  /** Until when it rings at the reader, or at others where the reader has started it; null where it does not. */
  ringing_until: v.nullable(v.number()),
});
export type Call = v.InferOutput<typeof callSchema>;

const wants = (client: QueueClient) => can(client, "calls");

export const callStarted = event({ type: "call", op: "start", fields: { call: callSchema }, wants });

export const callUpdated = event({
  type: "call",
  op: "update",
  fields: {
    call_id: v.string(),
    member_ids: v.optional(v.array(v.number())),
    conversation: v.optional(v.strictObject(conversation)),
    locked: v.optional(v.boolean()),
    /** Null: it rings no more at the reader, or at anybody where the reader has started it. */
    ringing_until: v.optional(v.null()),
  },
  wants,
});

export const callEnded = event({
  type: "call",
  op: "end",
  fields: {
    call_id: v.string(),
    message_id: v.number(),
    ended_at: v.number(),
    seconds: v.number(),
    /** The users who were in. */
    user_ids: v.array(v.number()),
  },
  wants,
});

export const callRang = event({
  type: "call",
  op: "ring",
  fields: { call_id: v.string(), by: v.number(), video: v.boolean(), expires_at: v.number() },
  wants,
});

/** It rings no more at somebody, which they and the caller learn. */
export const ringEnded = event({
  type: "call",
  op: "ring_end",
  fields: {
    call_id: v.string(),
    user_id: v.number(),
    why: v.picklist(["answered", "declined", "cancelled", "missed"]),
  },
  wants,
});
