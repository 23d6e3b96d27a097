import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { seconds } from "../../../util/time.ts";
import { legacyPresence, modernPresence, modernPresenceSchema } from "./presence-formats.ts";

const times = v.nullable(v.pipe(v.number(), v.transform(seconds)));

/** A user's presence changed. Clients get it in the format they understand (register-and-events.md 5.4). */
export const presenceChanged = event({
  type: "presence",
  fields: { user_id: v.number(), email: v.string(), active: times, idle: times, server_timestamp: v.number() },
  wire: {
    user_id: v.optional(v.number()),
    email: v.optional(v.string()),
    server_timestamp: v.optional(v.number()),
    presence: v.optional(v.record(v.string(), v.unknown())),
    presences: v.optional(v.record(v.string(), modernPresenceSchema)),
  },
  adapt({ user_id, email, server_timestamp, ...presence }, client) {
    if (can(client, "simplified_presence_events"))
      return { presences: { [String(user_id)]: modernPresence(presence) } };
    const { website } = legacyPresence(presence);
    return { user_id, ...(client.slim_presence ? {} : { email }), server_timestamp, presence: { website } };
  },
});
