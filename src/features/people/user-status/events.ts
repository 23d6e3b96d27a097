import * as v from "valibot";
import { shownEmoji } from "../../../protocol/emoji.ts";
import { event } from "../../../realm/events/event.ts";

export const statusFields = {
  away: v.optional(v.boolean()),
  status_text: v.optional(v.string()),
  emoji_name: v.optional(v.string()),
  emoji_code: v.optional(v.string()),
  reaction_type: v.optional(v.string()),
};

/** Contains only changed fields. An empty string clears the status text (register-and-events.md 5.4). */
export const statusChanged = event({
  type: "user_status",
  fields: { user_id: v.number(), ...statusFields },
  adapt: (payload, { reads_level_form }) => shownEmoji(payload, reads_level_form),
});
