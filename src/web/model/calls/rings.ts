import type { EventNamed, FieldsOf } from "../event.ts";
import type { Handlers } from "../handlers.ts";
import type { State } from "../state.ts";
import type { CallId } from "./calls.ts";

/** A call that rings for the user. */
export type Ring = FieldsOf<"call/ring">;

/** The reason why a call rings no more: for the user, or, in a call that they have started, for the last one of the others. */
export type RingEnd = EventNamed<"call/ring_end">["why"];

type Rings = Map<CallId, Ring | RingEnd>;

/** Rings are kept beside the state, because a state that is stored would ring again when it is opened. */
const ringsOfStates = new WeakMap<State, Rings>();

export function ringsOf(state: State): Rings {
  const rings: Rings = ringsOfStates.get(state) ?? new Map();
  ringsOfStates.set(state, rings);
  return rings;
}

export const ringEvents: Handlers = {
  "call/ring": (state, ring) => {
    ringsOf(state).set(ring.call_id, ring);
  },
  "call/ring_end": (state, { call_id, why }) => {
    ringsOf(state).set(call_id, why);
  },
  "call/end": (state, { call_id }) => ringsOf(state).delete(call_id),
};
