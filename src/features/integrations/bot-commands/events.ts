import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const botCommandsSchema = v.array(
  v.strictObject({ name: v.string(), bot_id: v.number(), description: v.string(), usage: v.string() }),
);

/** A change to bot commands. The event contains all commands. */
export const botCommandsChanged = event({ type: "bot_commands", fields: { bot_commands: botCommandsSchema } });
