import type { Frozen, WireEvents } from "../../wire-types.ts";
import type { SentMessage } from "./messages/message.ts";

/** The events of the server, by `type/op`, or by `type` where they have no `op`. */
type Events = Omit<WireEvents, "message"> & {
  readonly message: Omit<WireEvents["message"], "message"> & { readonly message: SentMessage };
};

export type EventName = keyof Events;
export type EventNamed<Name extends EventName> = Events[Name];
/** The fields of an event without `id`, `type` and `op`. */
export type FieldsOf<Name extends EventName> = WithoutHead<Events[Name]>;
type WithoutHead<Event> = Event extends unknown ? Omit<Event, "id" | "type" | "op"> : never;

/** An event of the server, as `GET /events` delivers it. */
export type ServerEvent = Events[EventName];

type NamesIn<Union> = Union extends unknown ? keyof Union : never;
type In<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never;
/** The fields of all forms of a union; those that not every form has are optional. */
export type AnyFormOf<Union> = Pick<Union, keyof Union> & {
  readonly [Name in Exclude<NamesIn<Union>, keyof Union>]?: In<Union, Name> | undefined;
};

/** Fields that repeat other fields for older clients. */
type Repeated = "user" | "name" | "operation";
type SaidOf<Event> = Event extends ServerEvent ? Frozen<Omit<Event, "id" | Repeated>> : never;

/** An event of the server, or one that the client makes itself, such as for `assume`. */
export type AnyEvent = SaidOf<ServerEvent>;
