import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, optional } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { retentionChangedHook } from "../../organization/organization-settings/hooks.ts";
import { deletionStepsHook } from "../message-deletion/message-deletion.ts";
import { countExpiring, countKeptAnyway } from "./expiring.ts";
import { deleteExpired, goOnExpiring, RETENTION_TIMER, scheduleExpiry, schema } from "./retention.ts";

/** Counts the messages a retention period would delete now, for a user who is about to set it. */
const countExpiringEndpoint = action({
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

/** Deletes messages older than the retention period of their channel or of the organization. */
export const retention = feature({
  name: "retention",
  schema,
  archive: { leftOut: { retention: "of the moment", retention_counts: "of the moment" } },
  endpoints: [countExpiringEndpoint],
  handlers: [on(retentionChangedHook, scheduleExpiry), on(deletionStepsHook, goOnExpiring)],
  timers: { [RETENTION_TIMER]: ({ realm }) => deleteExpired(realm) },
});
