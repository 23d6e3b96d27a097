import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const customEmojiSchema = v.record(
  v.string(),
  v.strictObject({
    id: v.string(),
    name: v.string(),
    source_url: v.string(),
    still_url: v.nullable(v.string()),
    deactivated: v.boolean(),
    author_id: v.nullable(v.number()),
  }),
);

/** A change of custom emoji. The event has all of them. */
export const customEmojiChanged = event({
  type: "realm_emoji",
  op: "update",
  fields: { realm_emoji: customEmojiSchema },
});
