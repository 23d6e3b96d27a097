import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, optional } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { on, type Realm } from "../../../realm/realm.ts";
import { before, days } from "../../../util/time.ts";
import { accessChannel } from "../../channels/channels/access.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { firstSince } from "../../conversations/calendar.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import {
  countBefore,
  countDirectsBefore,
  directPlacesBetween,
  oldestPlacesIn,
} from "../../conversations/message-places.ts";
import { retentionChangedHook } from "../../organization/organization-settings/hooks.ts";
import { deletionStepsHook } from "../message-deletion/message-deletion.ts";
import { deleteExpired, goOnExpiring, keptAnywayHook, RETENTION_TIMER, scheduleExpiry, schema } from "./retention.ts";

/**
 * Maximum messages counted, and maximum messages searched for direct messages, because everything runs in one change.
 */
const MAX_COUNTED = 10_000;
const MAX_SEARCHED = 200_000;

interface Expiring {
  readonly count: number;
  /** False if counting stopped at a limit. */
  readonly is_complete: boolean;
}

/**
 * Counts the messages older than a period, either in a channel, or in the organization without the channels that have
 * their own period.
 */
function countExpiring(realm: Realm, daysKept: number, channel?: Channel): Expiring {
  const first = firstSince(realm, before(realm.seconds(), days(daysKept)));
  const channels = channel === undefined ? followers(realm) : [channel];
  let count = 0;
  for (const { conversation_id } of channels) {
    count += countBefore(realm, conversation_id, { before: first, most: MAX_COUNTED - count });
    if (count >= MAX_COUNTED) return { count: MAX_COUNTED, is_complete: false };
  }
  if (channel !== undefined) return { count, is_complete: true };
  const searched = Math.max(0, first - MAX_SEARCHED);
  count += countDirectsBefore(realm, [searched, first - 1], MAX_COUNTED - count);
  return { count, is_complete: count < MAX_COUNTED && searched === 0 };
}

/** Returns how many expiring messages will stay stored but hidden, or null if the actor must not know. */
function countKeptAnyway(realm: Realm, actor: Actor, daysKept: number, channel?: Channel): number | null {
  const count = (places: readonly MessageIndexRow[]) =>
    realm.collect(keptAnywayHook, actor, places).reduce((all, one) => (one === null ? all : (all ?? 0) + one), null);
  if (count([]) === null) return null;
  const first = firstSince(realm, before(realm.seconds(), days(daysKept)));
  const channels = channel === undefined ? followers(realm) : [channel];
  const places: MessageIndexRow[] = [];
  for (const { conversation_id } of channels)
    places.push(...oldestPlacesIn(realm, conversation_id, first, MAX_COUNTED - places.length));
  if (channel === undefined) {
    const span = [Math.max(0, first - MAX_SEARCHED), first - 1] as const;
    places.push(...directPlacesBetween(realm, span, MAX_COUNTED - places.length));
  }
  return count(places);
}

/** Returns the channels that use the organization's retention period. */
const followers = (realm: Realm): Channel[] =>
  [...channelIndex(realm).byId.values()].filter(({ message_retention_days }) => message_retention_days === null);

/** Counts the messages that a retention period would delete now, before a user sets it. */
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
