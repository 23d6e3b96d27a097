import * as v from "valibot";
import { type Endpoint, pollEndpoint } from "../../../api/endpoint.ts";
import { boolean, integer, optional, text } from "../../../api/parameter.ts";
import { registrationParams } from "./register.ts";

export const eventsReply = {
  queue_id: v.string(),
  events: v.array(v.looseObject({ id: v.number(), type: v.string() })),
};

/**
 * GET /events. Only its parameters and reply are here, because a poll waits, unlike any other request. The Worker
 * serves it in src/http/poll.ts, by a fetch to the Durable Object, which src/realm-object.ts handles. There
 * RealmServer.poll (src/realm-object/realm-object.ts) checks the caller, the queue and `last_event_id`, and
 * src/realm/events/long-polls.ts responds at once or keeps the request waiting.
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
