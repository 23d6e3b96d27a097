import { action, streamEndpoint } from "../../../api/endpoint.ts";
import { integer, text } from "../../../api/parameter.ts";
import { badEventQueueId } from "../../../protocol/errors.ts";
import { eventsReply } from "./get-events.ts";

/**
 * GET /events/stream: a queue's events over a WebSocket. The code isn't here. The Worker requests it in
 * src/http/stream.ts the way it requests a poll, and src/realm/events/streams.ts keeps it open.
 */
export const streamEventsEndpoint = streamEndpoint({
  route: "GET /events/stream",
  params: { queue_id: text("id"), last_event_id: integer },
  reply: eventsReply,
});

export const deleteQueueEndpoint = action({
  route: "DELETE /events",
  scope: "read",
  params: { queue_id: text("id") },
  reply: {},
  run({ realm, actor, params }) {
    const queue = realm.queues.byId(params.queue_id);
    if (queue?.user_id !== actor.user_id) throw badEventQueueId(params.queue_id);
    realm.endQueue(queue);
    return {};
  },
});
