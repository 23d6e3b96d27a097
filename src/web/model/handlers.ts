import type { AnyEvent, EventName, EventNamed } from "./event.ts";
import type { State } from "./state.ts";

/**
 * The handlers of a capability, by the names of events. Each changes the capability's part of the state in place, and
 * returns `false` if the event has changed nothing.
 */
export type Handlers = { readonly [Name in EventName]?: (state: State, event: EventNamed<Name>) => unknown };

export const nameOf = ({ type, op }: Pick<AnyEvent, "type" | "op">): string =>
  op === undefined ? type : `${type}/${op}`;
