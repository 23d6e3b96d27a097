import * as v from "valibot";
import { event } from "../../../../realm/events/event.ts";

const serviceSchema = v.union([
  v.strictObject({ base_url: v.string(), interface: v.number(), token: v.string() }),
  v.strictObject({ service_name: v.string(), config_data: v.record(v.string(), v.string()) }),
]);
export type BotService = v.InferOutput<typeof serviceSchema>;

export const defaultsFields = {
  default_sending_stream: v.nullable(v.string()),
  default_events_register_stream: v.nullable(v.string()),
  default_all_public_streams: v.boolean(),
};

const changeable = { ...defaultsFields, services: v.array(serviceSchema) };

/** Bot data beyond its account, as its owner and administrators see it (users-groups-org.md 8). */
const botSchema = v.strictObject({ user_id: v.number(), ...changeable });

const botChangesSchema = v.strictObject({ user_id: v.number(), ...v.partial(v.object(changeable)).entries });
export type BotChanges = Omit<v.InferOutput<typeof botChangesSchema>, "user_id">;

export const botAdded = event({ type: "realm_bot", op: "add", fields: { bot: botSchema } });
export const botChanged = event({ type: "realm_bot", op: "update", fields: { bot: botChangesSchema } });
/** Sent to former owners and former administrators, who no longer see the bot, and for an erased bot. */
export const botDeleted = event({
  type: "realm_bot",
  op: "delete",
  fields: { bot: v.strictObject({ user_id: v.number() }) },
});

export const events = [botAdded, botChanged, botDeleted];
