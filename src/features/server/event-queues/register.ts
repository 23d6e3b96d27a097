import * as v from "valibot";
import { type Endpoint, shapedAction } from "../../../api/endpoint.ts";
import { boolean, count, json, jsonOrText, optional, type Values } from "../../../api/parameter.ts";
import type { Feature } from "../../../feature.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { notForAssistants } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { Role } from "../../../protocol/roles.ts";
import { versionOfClient } from "../../../protocol/tested-clients.ts";
import { PARLEY_VERSION, versionFields } from "../../../protocol/version.ts";
import { capabilitiesSchema, type QueueClient } from "../../../realm/events/queue-client.ts";
import { BEFORE_ALL, QUEUE_TIMER } from "../../../realm/events/queues.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { StateSlice } from "../../../realm/state-slice.ts";
import { randomUuid } from "../../../util/random.ts";
import { after, days, hours, inMilliseconds, type Seconds, seconds } from "../../../util/time.ts";
import { resolveEventNarrow } from "../../messages/core/fetch/narrow-lookups.ts";
import { eventNarrowSchema } from "../../messages/core/narrow/index.ts";

const eventTypes = json(
  v.nullable(
    v.pipe(
      boundedList(boundedText("word"), "event_types"),
      v.transform((types) => [...new Set(types)]),
    ),
  ),
);

const DEFAULT_LIFESPAN = seconds(600);
/** For phone clients, which can go hours without polling. */
const MOBILE_LIFESPAN = hours(12);
const MAX_LIFESPAN = days(7);

const lifespanOf = (wished: number): Seconds => seconds(Math.min(wished || DEFAULT_LIFESPAN, MAX_LIFESPAN));

/** How long a queue lasts without a poll, in seconds, or "mobile" for a time chosen by the server. */
const idleQueueTimeout = v.pipe(
  v.union([v.number(), boundedText("word")]),
  v.check((wished) => wished === "mobile" || (Number.isSafeInteger(wished) && Number(wished) > 0), "Invalid {}"),
  v.transform((wished) => (typeof wished === "number" ? lifespanOf(wished) : MOBILE_LIFESPAN)),
);

/** Parameters of POST /register (register-and-events.md 2). */
export const registrationParams = {
  apply_markdown: optional(boolean, false),
  client_gravatar: optional(boolean, true),
  include_subscribers: optional(jsonOrText(v.union([v.boolean(), v.literal("partial")])), false),
  slim_presence: optional(boolean, false),
  presence_history_limit_days: optional(count, 14),
  event_types: optional(eventTypes, null),
  fetch_event_types: optional(eventTypes, null),
  all_public_streams: optional(boolean, false),
  client_capabilities: optional(json(capabilitiesSchema), []),
  narrow: optional(json(eventNarrowSchema), []),
  idle_queue_timeout: optional(jsonOrText(idleQueueTimeout)),
  // Former name of `idle_queue_timeout`.
  queue_lifespan_secs: optional(count),
  // Accepted because clients send them. They have no effect.
  user_client: optional(jsonOrText(boundedText("name"))),
  user_settings_object: optional(boolean),
};

interface Collected {
  readonly queue: {
    queue_id: string | null;
    last_event_id: number;
    event_stream: boolean;
    idle_queue_timeout_secs?: Seconds;
  };
  readonly client: QueueClient;
  /** The state of each requested slice, with the slice's index in the list of all slices. */
  readonly slices: readonly (readonly [number, object])[];
}

/** POST /register: creates an event queue and takes a snapshot of the state before its first event, in one change. */
export function registerEndpoint(features: readonly Feature[]): Endpoint {
  const slices = features.flatMap(({ state = [] }) => state);
  return shapedAction({
    route: "POST /register",
    scope: "read",
    outside: true,
    // A repeated request leaves an unused queue behind, which expires.
    repeatable: true,
    by: "spectator",
    params: registrationParams,
    reply: {
      queue_id: v.nullable(v.string()),
      last_event_id: v.number(),
      event_stream: v.boolean(),
      idle_queue_timeout_secs: v.optional(v.number()),
    },
    run({ realm, actor, params, request }): Collected {
      if (actor?.grant !== undefined && !isForWaiting(params)) throw notForAssistants();
      const client: QueueClient = {
        name: request.client,
        version: versionOfClient(request.client, request.userAgent),
        capabilities: params.client_capabilities,
        event_types: params.event_types,
        apply_markdown: params.apply_markdown,
        client_gravatar: params.client_gravatar,
        slim_presence: params.slim_presence,
        include_subscribers: params.include_subscribers,
        all_public_streams: params.all_public_streams && actor?.role !== Role.guest,
        narrow: resolveEventNarrow(realm, actor, params.narrow),
      };
      const lifespan = params.idle_queue_timeout ?? lifespanOf(params.queue_lifespan_secs ?? 0);
      const queue = actor === null ? noQueue : createQueue(realm, actor, client, lifespan);
      const wanted = params.fetch_event_types ?? params.event_types;
      const fetches = (type: string) => wanted === null || wanted.includes(type);
      const presenceHistoryDays = params.presence_history_limit_days;
      const context = { realm, actor, client, request, presenceHistoryDays, fetches };
      const fetched = [...slices.entries()].filter(([, slice]) => slice.types.some(fetches));
      const asSpectator = { ...context, actor: null };
      const contextOf = ({ outside }: StateSlice) => (actor?.outside !== true || outside ? context : asSpectator);
      return {
        queue,
        client,
        slices: fetched.map(([index, slice]) => [index, slice.collect(contextOf(slice))] as const),
      };
    },
    shape({ result }) {
      const { queue, client, slices: collected } = result;
      const shaped = collected.map(([index, rows]) => slices[index]?.shape(rows, client));
      const version = { ...versionFields(), svc_build: PARLEY_VERSION };
      return Object.assign({ ...queue, ...version }, ...shaped) as typeof queue;
    },
  });
}

/** Event types of queues that are only used to wake up an assistant. */
const WAKING: ReadonlySet<string> = new Set([
  ...["message", "update_message", "delete_message", "reaction", "update_message_flags", "subscription", "stream"],
]);

/**
 * True if a queue is only used to wake up an assistant. The assistant then fetches the messages, and can see fewer of
 * them than its user.
 */
const isForWaiting = ({
  event_types,
  fetch_event_types,
  all_public_streams,
}: Values<typeof registrationParams>): boolean =>
  event_types?.every((type) => WAKING.has(type)) === true && fetch_event_types?.length === 0 && !all_public_streams;

const noQueue = { queue_id: null, last_event_id: BEFORE_ALL, event_stream: false };

function createQueue(realm: Realm, actor: Actor, client: QueueClient, idle_queue_timeout_secs: Seconds) {
  const queue_id = randomUuid(realm.random);
  const lifespan = inMilliseconds(idle_queue_timeout_secs);
  const now = realm.clock.milliseconds();
  realm.endIdleQueuesOf(actor.user_id, limits.account.event_queues - 1);
  const { commit } = realm.queues.create({
    id: queue_id,
    user_id: actor.user_id,
    client,
    lifespan,
    origin: realm.lastEventId,
    seenAt: now,
  });
  realm.afterCommit(commit);
  realm.timers.setSooner(QUEUE_TIMER, after(now, lifespan));
  // `event_stream` means that a client can open a stream for the queue.
  return { queue_id, last_event_id: BEFORE_ALL, event_stream: true, idle_queue_timeout_secs };
}
