import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

/** A message begins with the command of a bot; told to the bot alone, which need not have received the message. */
export const commandUsed = event({
  type: "bot_command",
  fields: { command: v.string(), arguments: v.string(), message: v.looseObject({ id: v.number() }) },
});
