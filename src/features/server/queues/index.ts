import { type Feature, feature } from "../../../feature.ts";
import { deleteQueueEndpoint } from "./delete-queue.ts";
import { getEventsEndpoint } from "./get-events.ts";
import { registerEndpoint } from "./register.ts";

/** Event queues, for the features whose state and events they carry. */
export function eventsOf(features: readonly Feature[]): Feature {
  const register = registerEndpoint(features);
  return feature({ name: "events", endpoints: [register, getEventsEndpoint(register), deleteQueueEndpoint] });
}
