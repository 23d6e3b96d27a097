import type { AnyEvent, EventName, EventNamed } from "./event.ts";
import type { State } from "./state.ts";

/**
 * What events make of a capability's part of the state, by their names: each handler changes the state in place, and
 * returns `false` where the event has changed nothing.
 */
export type Handlers = { readonly [Name in EventName]?: (state: State, event: EventNamed<Name>) => unknown };

export const nameOf = ({ type, op }: Pick<AnyEvent, "type" | "op">): string =>
  op === undefined ? type : `${type}/${op}`;
