import * as v from "valibot";
import { type Endpoint, pollEndpoint } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional, text } from "../../../endpoints/parameter.ts";
import { registrationParams } from "./register.ts";

/** Events of a queue, as the answer to a poll and as the frame of a stream. */
export const eventsReply = {
  queue_id: v.string(),
  events: v.array(v.looseObject({ id: v.number(), type: v.string() })),
};

/**
 * GET /events, which has no code of its own here, only its parameters and its reply: a poll waits, as no other request
 * does. The Worker serves it in src/http/poll.ts, by a fetch to the Durable Object, which src/realm-object.ts takes.
 * There RealmServer.poll (src/realm-server/realm-server.ts) checks the caller, the queue and `last_event_id`, and
 * src/realm/events/long-polls.ts answers at once or keeps the request waiting.
 */
export const getEventsEndpoint = (register: Endpoint) =>
  pollEndpoint({
    route: "GET /events",
    scope: "read",
    params: {
      queue_id: optional(text("id")),
      last_event_id: optional(integer),
      dont_block: optional(boolean, false),
      ...registrationParams,
    },
    reply: eventsReply,
    register,
  });
