import * as v from "valibot";

export const snapshotSchema = v.strictObject({
  topic: v.string(),
  content: v.string(),
  rendered_content: v.string(),
  timestamp: v.number(),
  user_id: v.nullable(v.number()),
  prev_topic: v.optional(v.string()),
  stream: v.optional(v.number()),
  prev_stream: v.optional(v.number()),
  prev_content: v.optional(v.string()),
  prev_rendered_content: v.optional(v.string()),
  content_html_diff: v.optional(v.string()),
  assistant: v.optional(v.strictObject({ name: v.string() })),
});
