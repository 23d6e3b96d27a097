import * as v from "valibot";

export const deliverySchema = v.object({
  id: v.number(),
  integration: v.string(),
  received_at: v.number(),
  outcome: v.string(),
  event: v.nullable(v.string()),
  problem: v.nullable(v.string()),
  message_ids: v.array(v.number()),
  size: v.number(),
  has_payload: v.boolean(),
});
