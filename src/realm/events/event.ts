import * as v from "valibot";
import type { UserId } from "../../protocol/ids.ts";
import type { ClientForm, QueueClient } from "./queue-client.ts";

/** A kind of event: its fields as they are logged, and how a client sees them. */
export interface EventKind {
  /** Unique among all events, for finding the kind of a logged row again. */
  readonly key: string;
  readonly type: string;
  readonly op: string | undefined;
  /** The wire form, for the check in the tests and for the OpenAPI document. */
  readonly wire: v.GenericSchema;
  /** Asked of each queue when the event happens. */
  readonly wants: (client: QueueClient, payload: object) => boolean;
  /** Asked once for all clients of a form, whose bytes are then the same. */
  readonly adapt: (payload: object, form: ClientForm) => object;
}

export interface RealmEvent {
  readonly kind: EventKind;
  readonly payload: object;
}

interface EventConstructor<Payload> {
  (payload: Payload): RealmEvent;
  readonly kind: EventKind;
}

/**
 * Defines an event beside the feature that causes it.
 * `fields` are what is logged. Where clients see different forms of it, `wire` are the fields that they see, and
 * `adapt` makes them from the logged ones (together with what the audience adds for some users).
 * `wants` tells whether a client is to get it at all, beyond its filter of event types.
 */
export function event<const Fields extends v.ObjectEntries>(definition: {
  type: string;
  op?: string;
  /** Tells events of the same type and op apart. */
  form?: string;
  fields: Fields;
  wire?: v.ObjectEntries;
  wants?(client: QueueClient, payload: v.InferOutput<v.ObjectSchema<Fields, undefined>>): boolean;
  adapt?(payload: v.InferOutput<v.ObjectSchema<Fields, undefined>>, form: ClientForm): object;
}): EventConstructor<v.InferOutput<v.ObjectSchema<Fields, undefined>>> {
  type Payload = v.InferOutput<v.ObjectSchema<Fields, undefined>>;
  const { type, op, form, fields, wire, wants, adapt } = definition;
  const head: v.ObjectEntries =
    op === undefined ? { type: v.literal(type) } : { type: v.literal(type), op: v.literal(op) };
  const kind: EventKind = {
    key: [type, op, form].filter((part) => part !== undefined).join("/"),
    type,
    op,
    wire: v.strictObject({ ...head, ...(wire ?? fields), id: v.number() }),
    wants: wants ? (client, payload) => wants(client, payload as Payload) : () => true,
    adapt: adapt ? (payload, form) => adapt(payload as Payload, form) : (payload) => payload,
  };
  return Object.assign((payload: Payload): RealmEvent => ({ kind, payload: payload as object }), { kind });
}

/**
 * Some of those who may see an event, with the fields that only they see.
 * The users are asked for, never listed: an event's cost is that of the users with a live queue.
 */
export interface Audience {
  readonly includes: (user: UserId, client: QueueClient, queueId: string) => boolean;
  /** All whom it can include, where that is known: then the queues of others are not even asked about. */
  readonly users?: ReadonlySet<UserId>;
  readonly extra?: object | undefined;
}

export const everyone: Audience = { includes: () => true };
export const among = (users: ReadonlySet<UserId>, extra?: object): Audience => ({
  includes: (id) => users.has(id),
  users,
  extra,
});
export const only = (user: UserId, extra?: object): Audience => among(new Set([user]), extra);
