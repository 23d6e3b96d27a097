import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** A message starts with a bot's command. Sent only to the bot, which may not have received the message. */
export const commandUsed = event({
  type: "bot_command",
  fields: { command: v.string(), arguments: v.string(), message: v.looseObject({ id: v.number() }) },
});
