import type { Frozen, WireEvents } from "../../wire-types.ts";
import type { SentMessage } from "./message.ts";

/** Server events by `type/op`, or by `type` if they have no `op`. */
type Events = Omit<WireEvents, "message"> & {
  readonly message: Omit<WireEvents["message"], "message"> & { readonly message: SentMessage };
};

export type EventName = keyof Events;
export type EventNamed<Name extends EventName> = Events[Name];
/** An event's fields without `id`, `type` and `op`. */
export type FieldsOf<Name extends EventName> = WithoutHead<Events[Name]>;
type WithoutHead<Event> = Event extends unknown ? Omit<Event, "id" | "type" | "op"> : never;

/** A server event, as delivered by `GET /events`. */
export type ServerEvent = Events[EventName];

type NamesIn<Union> = Union extends unknown ? keyof Union : never;
type In<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never;
/** The fields of all members of a union; those missing from some members are optional. */
export type AnyFormOf<Union> = Pick<Union, keyof Union> & {
  readonly [Name in Exclude<NamesIn<Union>, keyof Union>]?: In<Union, Name> | undefined;
};

/** Fields that duplicate others for older clients. */
type Repeated = "user" | "name" | "operation";
type SaidOf<Event> = Event extends ServerEvent ? Frozen<Omit<Event, "id" | Repeated>> : never;

/** A server event, or one created by the client, such as for `assume`. */
export type AnyEvent = SaidOf<ServerEvent>;
