import * as v from "valibot";
import type { UserId } from "../../protocol/ids.ts";
import type { ClientForm, QueueClient } from "./queue-client.ts";

/**
 * A kind of event: its logged fields, and the event as clients see it (`Wire`), from which `src/wire-types.ts` derives
 * the web client's types.
 */
export interface EventKind<Wire = unknown> {
  /** Unique key, stored in the event's row. */
  readonly key: string;
  readonly type: string;
  readonly op: string | undefined;
  /** The wire form, used by tests and the OpenAPI document. */
  readonly wire: v.GenericSchema<unknown, Wire>;
  /** Whether a queue receives the event. Evaluated when the event happens. */
  readonly wants: (client: QueueClient, payload: object) => boolean;
  /** Returns the payload as a client sees it. Called once for all clients of the same form. */
  readonly adapt: (payload: object, form: ClientForm) => object;
}

export interface RealmEvent {
  readonly kind: EventKind;
  readonly payload: object;
}

interface EventConstructor<Payload, Wire> {
  (payload: Payload): RealmEvent;
  readonly kind: EventKind<Wire>;
}

type Output<Fields extends v.ObjectEntries> = v.InferOutput<v.ObjectSchema<Fields, undefined>>;
type Head<Type extends string, Op extends string | undefined> = {
  readonly id: number;
  readonly type: Type;
} & (Op extends string ? { readonly op: Op } : { readonly op?: undefined });

/**
 * Defines a kind of event. `fields` are the logged fields. If clients see different fields, `wire` describes them, and
 * `adapt` builds them from the logged fields and the audience's `extra` fields. `wants` decides whether a client
 * receives the event at all, in addition to the client's event type filter.
 */
export function event<
  const Type extends string,
  const Fields extends v.ObjectEntries,
  const Op extends string | undefined = undefined,
  const Wire extends v.ObjectEntries = Fields,
>(definition: {
  type: Type;
  op?: Op;
  /** Distinguishes events of the same type and op. */
  form?: string;
  fields: Fields;
  wire?: Wire;
  wants?(client: QueueClient, payload: Output<Fields>): boolean;
  adapt?(payload: Output<Fields>, form: ClientForm): object;
}): EventConstructor<Output<Fields>, Head<Type, Op> & Output<Wire>> {
  type Payload = Output<Fields>;
  const { type, op, form, fields, wire, wants, adapt } = definition;
  const head: v.ObjectEntries =
    op === undefined ? { type: v.literal(type) } : { type: v.literal(type), op: v.literal(op) };
  const kind: EventKind<Head<Type, Op> & Output<Wire>> = {
    key: [type, op, form].filter((part) => part !== undefined).join("/"),
    type,
    op,
    wire: v.strictObject({ ...head, ...(wire ?? fields), id: v.number() }) as unknown as v.GenericSchema<
      unknown,
      Head<Type, Op> & Output<Wire>
    >,
    wants: wants ? (client, payload) => wants(client, payload as Payload) : () => true,
    adapt: adapt ? (payload, form) => adapt(payload as Payload, form) : (payload) => payload,
  };
  return Object.assign((payload: Payload): RealmEvent => ({ kind, payload: payload as object }), { kind });
}

/**
 * A group of an event's recipients, with the extra fields that only they see. It is a predicate over queues, so that an
 * event's cost only depends on the number of users with a queue.
 */
export interface Audience {
  readonly includes: (user: UserId, client: QueueClient, queue: { readonly id: string }) => boolean;
  /** All users that `includes` may accept, if known, so that only their queues are checked. */
  readonly users?: ReadonlySet<UserId>;
  readonly extra?: object | undefined;
}

export const everyone: Audience = { includes: () => true };
export const among = (users: ReadonlySet<UserId>, extra?: object): Audience => ({
  includes: (id) => users.has(id),
  users,
  extra,
});
export const within = ({ includes, ...audience }: Audience, users: ReadonlySet<UserId>): Audience => ({
  ...audience,
  users,
  includes: (user, client, queue) => users.has(user) && includes(user, client, queue),
});
/**
 * Returns the audience of the users and clients that both audiences include. Its extra fields are those of `one` or, if
 * that has none, of `other`.
 */
export const both = (one: Audience, other: Audience): Audience => ({
  ...other,
  ...one,
  includes: (...who) => one.includes(...who) && other.includes(...who),
});
export const only = (user: UserId, extra?: object): Audience => among(new Set([user]), extra);
