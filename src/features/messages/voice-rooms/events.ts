import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";

const type = "voice_room";
const fields = { stream_id: v.number() };
const wants = (client: QueueClient) => can(client, "calls");

export const voiceRoomAdded = event({ type, op: "add", fields, wants });

export const voiceRoomRemoved = event({ type, op: "remove", fields, wants });
