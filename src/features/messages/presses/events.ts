import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";

/** A press as sent to bots: of a button, with its `value`, or of a form, with the values `entered`. */
const pressSchema = v.strictObject({
  press_id: v.number(),
  message_id: v.number(),
  button_id: v.nullable(v.string()),
  value: v.nullable(v.string()),
  entered: v.nullable(v.record(v.string(), v.union([v.string(), v.number()]))),
  user_id: v.number(),
  user_full_name: v.string(),
  user_email: v.string(),
  pressed_at: v.number(),
});
export type PressObject = v.InferOutput<typeof pressSchema>;

export const stateSchema = v.picklist(["waiting", "answered", "unanswered"]);

/** A button of a bot's message was pressed. Sent only to the bot. */
export const buttonPressed = event({ type: "press", fields: { press: pressSchema } });

const type = "press_answer";
/**
 * Whether a client supports buttons: it has the capability or requests the event type by name. Zulip's clients do
 * neither.
 */
const knowsButtons = (client: QueueClient): boolean =>
  can(client, "bot_buttons") || client.event_types?.includes(type) === true;

/** The result of a press. Sent only to the person who pressed. `content` is text that only they see. */
export const pressAnswered = event({
  type,
  fields: {
    press_id: v.number(),
    message_id: v.number(),
    local_id: v.string(),
    state: stateSchema,
    content: v.optional(v.string()),
    rendered_content: v.optional(v.string()),
  },
  wants: knowsButtons,
});
