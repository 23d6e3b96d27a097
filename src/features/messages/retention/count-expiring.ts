import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, optional } from "../../../api/parameter.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { countExpiring, countKeptAnyway } from "./expiring.ts";

/** Counts the messages a retention period would delete now, for a user who is about to set it. */
export const countExpiringEndpoint = action({
  route: "GET /realm/expiring_messages",
  by: "owner",
  params: {
    message_retention_days: json(v.pipe(v.number(), v.integer(), v.minValue(1))),
    stream_id: optional(integer),
  },
  reply: {
    count: v.number(),
    is_complete: v.boolean(),
    /** Number of the counted messages that a hold keeps. Only for users who can manage holds. */
    held: v.optional(v.number()),
  },
  run({ realm, actor, params: { message_retention_days: daysKept, stream_id } }) {
    const channel = stream_id === undefined ? undefined : accessChannel(realm, actor, stream_id);
    const held = countKeptAnyway(realm, actor, daysKept, channel);
    return { ...countExpiring(realm, daysKept, channel), ...(held !== null && { held }) };
  },
});
