import * as v from "valibot";
import { event } from "../../../../../realm/events/event.ts";
import { botChangesSchema, botSchema } from "./bot-object.ts";

export const botAdded = event({ type: "realm_bot", op: "add", fields: { bot: botSchema } });
export const botChanged = event({ type: "realm_bot", op: "update", fields: { bot: botChangesSchema } });
/** For an owner who is it no longer. */
export const botLost = event({
  type: "realm_bot",
  op: "delete",
  fields: { bot: v.strictObject({ user_id: v.number() }) },
});

export const events = [botAdded, botChanged, botLost];
