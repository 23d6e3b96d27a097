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
 * GET /events. Only its parameters and reply are here, because a poll waits, unlike any other request. The Worker
 * serves it in src/http/poll.ts, by a fetch to the Durable Object, which src/realm-object.ts handles. There
 * RealmServer.poll (src/realm-object/realm-object.ts) checks the caller, the queue and `last_event_id`, and
 * src/realm/events/long-polls.ts responds at once or keeps the request waiting.
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
 * GET /events/stream: a queue's events over a WebSocket. The code isn't here. The Worker requests it in
 * src/http/stream.ts the way it requests a poll, and src/realm/events/streams.ts keeps it open.
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

/** Event queues: clients register with a snapshot of these features' state, then poll for events. */
export function queuesFeature(features: readonly Feature[]): Feature {
  const register = registerEndpoint(features);
  const endpoints = [register, getEventsEndpoint(register), streamEventsEndpoint, deleteQueueEndpoint];
  return feature({ name: "events", endpoints });
}
