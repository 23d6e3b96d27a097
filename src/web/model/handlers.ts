import type { ServerEvent } from "./event.ts";
import type { State } from "./state.ts";

/** An event, or what the client says in the place of one. The rest of its fields depends on `type` and `op`. */
export type AnyEvent = Pick<ServerEvent, "type" | "op">;

/** Changes the state in place by an event, and returns `false` where the event has changed nothing. */
type Handler = (state: State, event: never) => unknown;

/** What events make of a capability's part of the state, by `type/op`, or by `type` where the event has no `op`. */
export type Handlers = Readonly<Record<string, Handler>>;

export const nameOf = ({ type, op }: AnyEvent): string => (op === undefined ? type : `${type}/${op}`);
