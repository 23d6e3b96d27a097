import * as v from "valibot";

export const destinationSchema = v.object({
  url: v.string(),
  /** The owner who configured it. */
  user_id: v.number(),
  created_at: v.number(),
  /** The last delivered entry, its delivery time, and the number of entries waiting. */
  delivered_id: v.number(),
  delivered_at: v.nullable(v.number()),
  waiting: v.number(),
  /** When deliveries began to fail, and the last error. Both are null while deliveries succeed. */
  failing_since: v.nullable(v.number()),
  last_error: v.nullable(v.string()),
});
