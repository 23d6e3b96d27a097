import * as v from "valibot";

export const destinationSchema = v.object({
  url: v.string(),
  /** Id of the owner who configured the destination. */
  user_id: v.number(),
  created_at: v.number(),
  /** Id of the last delivered entry, when it was delivered, and the number of entries that are waiting. */
  delivered_id: v.number(),
  delivered_at: v.nullable(v.number()),
  waiting: v.number(),
  /** When deliveries began to fail, and the last error. Both are null while deliveries succeed. */
  failing_since: v.nullable(v.number()),
  last_error: v.nullable(v.string()),
});
