import * as v from "valibot";
import { shownEmoji } from "../../../protocol/emoji.ts";
import { event } from "../../../realm/events/event.ts";
import type { ClientForm } from "../../../realm/events/queue-client.ts";

const reaction = {
  message_id: v.number(),
  emoji_name: v.string(),
  emoji_code: v.string(),
  reaction_type: v.string(),
  user_id: v.number(),
};
/** The user in the form that only zulip-terminal still reads. */
const user = v.strictObject({ user_id: v.number(), email: v.string(), full_name: v.string() });

const fields = { ...reaction, user };
const wire = { ...reaction, user: v.optional(user) };

function adapt<Payload extends { readonly emoji_code: string; readonly reaction_type: string; readonly user: object }>(
  { user, ...others }: Payload,
  { reads_level_form, is_zulip_terminal }: ClientForm,
): object {
  return { ...shownEmoji(others, reads_level_form), ...(is_zulip_terminal ? { user } : {}) };
}

export const reactionAdded = event({ type: "reaction", op: "add", fields, wire, adapt });
export const reactionRemoved = event({ type: "reaction", op: "remove", fields, wire, adapt });
