import * as v from "valibot";
import { shownEmoji } from "../../../protocol/emoji.ts";
import { event } from "../../../realm/events/event.ts";
import type { ClientForm } from "../../../realm/events/queue-client.ts";

const fields = {
  message_id: v.number(),
  emoji_name: v.string(),
  emoji_code: v.string(),
  reaction_type: v.string(),
  user_id: v.number(),
  /** A legacy field, which repeats the user. */
  user: v.strictObject({ user_id: v.number(), email: v.string(), full_name: v.string() }),
};

const adapt = <Payload extends { readonly emoji_code: string; readonly reaction_type: string }>(
  payload: Payload,
  { is_zulip_client }: ClientForm,
) => shownEmoji(payload, is_zulip_client);

export const reactionAdded = event({ type: "reaction", op: "add", fields, adapt });
export const reactionRemoved = event({ type: "reaction", op: "remove", fields, adapt });
