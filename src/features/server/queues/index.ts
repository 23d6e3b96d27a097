import { type Feature, feature } from "../../../feature.ts";
import { deleteQueueEndpoint } from "./delete-queue.ts";
import { getEventsEndpoint } from "./get-events.ts";
import { registerEndpoint } from "./register.ts";
import { streamEventsEndpoint } from "./stream-events.ts";

/** Event queues: clients register with a snapshot of these features' state, and then poll their events. */
export function queuesFeature(features: readonly Feature[]): Feature {
  const register = registerEndpoint(features);
  const endpoints = [register, getEventsEndpoint(register), streamEventsEndpoint, deleteQueueEndpoint];
  return feature({ name: "events", endpoints });
}
