import * as v from "valibot";
import { action, type Endpoint, pollEndpoint, streamEndpoint } from "../../../api/endpoint.ts";
import { boolean, integer, optional, text } from "../../../api/parameter.ts";
import { type Feature, feature } from "../../../feature.ts";
import { badEventQueueId } from "../../../protocol/errors.ts";
import { registerEndpoint, registrationParams } from "./register.ts";

const eventsReply = {
  queue_id: v.string(),
  events: v.array(v.looseObject({ id: v.number(), type: v.string() })),
};

/**
 * GET /events. Only its parameters and reply are here, because unlike other requests, a poll waits. The Worker handles
 * it in src/http/poll.ts with a fetch to the Durable Object (src/realm-object.ts). There, RealmServer.poll
 * (src/realm-object/realm-object.ts) checks the caller, the queue and `last_event_id`, and
 * src/realm/events/long-polls.ts responds immediately or keeps the request waiting.
 */
const getEventsEndpoint = (register: Endpoint) =>
  pollEndpoint({
    route: "GET /events",
    scope: "read",
    outside: true,
    params: {
      queue_id: optional(text("id")),
      last_event_id: optional(integer),
      dont_block: optional(boolean, false),
      ...registrationParams,
    },
    reply: eventsReply,
    register,
  });

/**
 * GET /events/stream: a queue's events over a WebSocket. The Worker handles it in src/http/stream.ts as it does a poll,
 * and src/realm/events/streams.ts keeps the stream open.
 */
const streamEventsEndpoint = streamEndpoint({
  route: "GET /events/stream",
  outside: true,
  params: { queue_id: text("id"), last_event_id: integer },
  reply: eventsReply,
});

const deleteQueueEndpoint = action({
  route: "DELETE /events",
  scope: "read",
  outside: true,
  params: { queue_id: text("id") },
  run({ realm, actor, params }) {
    const queue = realm.queues.byId(params.queue_id);
    if (queue?.user_id !== actor.user_id) throw badEventQueueId(params.queue_id);
    realm.endQueue(queue);
  },
});

/** Event queues. Clients register with a snapshot of the state of the given features, then poll for events. */
export function queuesFeature(features: readonly Feature[]): Feature {
  const register = registerEndpoint(features);
  const endpoints = [register, getEventsEndpoint(register), streamEventsEndpoint, deleteQueueEndpoint];
  return feature({ name: "events", endpoints });
}
