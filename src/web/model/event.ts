import type { Frozen, WireEvents } from "../../wire-types.ts";
import type { SentMessage } from "./messages/message.ts";

/** The events of the server, by `type/op`, or by `type` where they have no `op`. */
type Events = Omit<WireEvents, "message"> & {
  readonly message: Omit<WireEvents["message"], "message"> & { readonly message: SentMessage };
};

export type EventName = keyof Events;
export type EventNamed<Name extends EventName> = Events[Name];
/** What an event says, without what names it. */
export type FieldsOf<Name extends EventName> = WithoutHead<Events[Name]>;
type WithoutHead<Event> = Event extends unknown ? Omit<Event, "id" | "type" | "op"> : never;

/** An event of the server, as `GET /events` delivers it. */
export type ServerEvent = Events[EventName];

type NamesIn<Union> = Union extends unknown ? keyof Union : never;
type In<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never;
/** Something that has one of several forms, with the fields of all of them: those that not all forms have may be missing. */
export type AnyFormOf<Union> = Pick<Union, keyof Union> & {
  readonly [Name in Exclude<NamesIn<Union>, keyof Union>]?: In<Union, Name> | undefined;
};

/** Fields that repeat what others say, for older clients. */
type Repeated = "user" | "name" | "operation";
type SaidOf<Event> = Event extends ServerEvent ? Frozen<Omit<Event, "id" | Repeated>> : never;

/** An event, or what the client says in the place of one. */
export type AnyEvent = SaidOf<ServerEvent>;
