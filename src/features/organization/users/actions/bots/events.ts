import * as v from "valibot";
import { event } from "../../../../../realm/events/event.ts";
import { botChangesSchema, botSchema } from "./bot-object.ts";

export const botAdded = event({ type: "realm_bot", op: "add", fields: { bot: botSchema } });
export const botChanged = event({ type: "realm_bot", op: "update", fields: { bot: botChangesSchema } });
/** Sent to a former owner and to a former administrator, who no longer see the bot. */
export const botDeleted = event({
  type: "realm_bot",
  op: "delete",
  fields: { bot: v.strictObject({ user_id: v.number() }) },
});

export const events = [botAdded, botChanged, botDeleted];
