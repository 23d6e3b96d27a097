import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";

const conversation = {
  type: v.picklist(["stream", "direct"]),
  stream_id: v.nullable(v.number()),
  topic: v.nullable(v.string()),
  /** All participants of a direct conversation; empty in a channel. */
  user_ids: v.array(v.number()),
};

/** A call as shown to those who can read its message. */
export const callSchema = v.strictObject({
  call_id: v.string(),
  message_id: v.number(),
  ...conversation,
  starter_id: v.number(),
  video: v.boolean(),
  started_at: v.number(),
  locked: v.boolean(),
  /** Whether media is end-to-end encrypted while all members support it. The room reports the actual state. */
  encrypted: v.boolean(),
  /** Whether the call is in a channel's voice room, where anyone who can read the channel can join. */
  room: v.boolean(),
  /** Users in the call, without duplicates. */
  member_ids: v.array(v.number()),
  /**
   * When the call stops ringing for the reader or, if the reader started it, for the called users. Null if it isn't
   * ringing.
   */
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
    /** Null if the call no longer rings for the reader, or for anyone if the reader started it. */
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

/** A call no longer rings for a user. Sent to the user and to the starter. */
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
