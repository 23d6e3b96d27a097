import { type Feature, feature } from "../../../feature.ts";
import { deleteQueueEndpoint, getEventsEndpoint, streamEventsEndpoint } from "./endpoints.ts";
import { registerEndpoint } from "./register.ts";

/** Event queues: clients register with a snapshot of these features' state, then poll for events. */
export function queuesFeature(features: readonly Feature[]): Feature {
  const register = registerEndpoint(features);
  const endpoints = [register, getEventsEndpoint(register), streamEventsEndpoint, deleteQueueEndpoint];
  return feature({ name: "events", endpoints });
}
