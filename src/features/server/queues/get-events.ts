import * as v from "valibot";
import { type Endpoint, pollEndpoint } from "../../../endpoints/endpoint.ts";
import { boolean, integer, optional, text } from "../../../endpoints/parameter.ts";
import { registrationParams } from "./register.ts";

export const getEventsEndpoint = (register: Endpoint) =>
  pollEndpoint({
    route: "GET /events",
    params: {
      queue_id: optional(text("id")),
      last_event_id: optional(integer),
      dont_block: optional(boolean, false),
      ...registrationParams,
    },
    reply: {
      queue_id: v.string(),
      events: v.array(v.looseObject({ id: v.number(), type: v.string() })),
    },
    register,
  });
