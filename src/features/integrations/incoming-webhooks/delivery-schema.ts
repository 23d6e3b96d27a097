import * as v from "valibot";

export const deliverySchema = v.object({
  id: v.number(),
  integration: v.string(),
  received_at: v.number(),
  outcome: v.string(),
  event: v.nullable(v.string()),
  /** Why the delivery was refused, or the problem reported to the bot's owner. */
  problem: v.nullable(v.string()),
  message_ids: v.array(v.number()),
  /** Payload length. Only the newest deliveries' payloads are stored. */
  size: v.number(),
  has_payload: v.boolean(),
});
